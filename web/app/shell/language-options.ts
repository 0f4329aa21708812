/** How a language is shown in the picker. */
export interface LanguageOption {
  lang: string
  label: string
  /** Name of the flag icon. */
  icon: string
  title: string
}

const options: Record<string, Omit<LanguageOption, 'lang'>> = {
  'zh-CN': { label: '简体中文', icon: 'cn', title: '语言' },
  'zh-TW': { label: '繁體中文', icon: 'hk', title: '語言' },
  'en-US': { label: 'English', icon: 'us', title: 'Language' },
  'pt-BR': { label: 'Português', icon: 'br', title: 'Idioma' },
  'id-ID': { label: 'Bahasa Indonesia', icon: 'id', title: 'Bahasa' },
}

/** An unknown language shows a globe and its code. */
export const languageOption = (lang: string): LanguageOption => ({
  lang,
  ...(options[lang] ?? { label: lang, icon: 'globe', title: lang }),
})
