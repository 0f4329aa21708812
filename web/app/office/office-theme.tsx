import { App, ConfigProvider, theme, type ThemeConfig } from 'antd'
import type { Locale as AntdLocale } from 'antd/es/locale'
import { useEffect, useState, type ReactNode } from 'react'
import type { Locale } from '@lectern/contract/locales.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { useIntl } from '../../ui/intl.tsx'
import { useSite } from '../site.tsx'
import { themeColors } from '../theme-colors.ts'
import { useIsDark } from './use-is-dark.ts'

const locales: Record<Locale, () => Promise<{ default: AntdLocale }>> = {
  'zh-CN': () => import('antd/es/locale/zh_CN'),
  'zh-TW': () => import('antd/es/locale/zh_TW'),
  'en-US': () => import('antd/es/locale/en_US'),
  'pt-BR': () => import('antd/es/locale/pt_BR'),
  'id-ID': () => import('antd/es/locale/id_ID'),
}

/** antd's own texts in the user's language. */
const useComponentLocale = (): AntdLocale | undefined => {
  const { locale } = useIntl()
  const [words, setWords] = useState<AntdLocale>()
  useEffect(() => {
    let isCurrent = true
    locales[locale]().then(
      ({ default: loaded }) => isCurrent && setWords(loaded),
      (error: unknown) =>
        setWords(() => {
          // Throw while rendering, so that the page's error boundary shows it.
          throw error
        }),
    )
    return () => {
      isCurrent = false
    }
  }, [locale])
  return words
}

/** The tokens of theme.css as antd tokens. */
const papers = {
  light: {
    paper: '#ffffff',
    container: '#ffffff',
    raised: '#ffffff',
    head: '#f4f7fb',
    line: '#dfe5ee',
    lineStrong: '#b9c3d3',
  },
  dark: {
    paper: '#0b1220',
    container: '#0b1220',
    raised: '#16223a',
    head: '#111b2d',
    line: '#243148',
    lineStrong: '#43536e',
  },
}

/** Text on a coloured background: the default colours of antd have too little contrast on white. */
const darkerWords = {
  green7: '#237804',
  gold7: '#874d00',
  orange7: '#873800',
  colorSuccess: '#237804',
  colorWarning: '#874d00',
}

/** Fields that cannot be changed are still read: the rules of a round that is open, for instance. */
const readableFields = (ink: string) => {
  const field = { colorTextDisabled: ink }
  return { Input: field, InputNumber: field, Select: { ...field, multipleItemColorDisabled: ink }, Checkbox: field }
}

/** The site's theme for antd, denser than the public pages. */
const themeOf = (primaryColor: string, isDark: boolean): ThemeConfig => {
  const colors = themeColors(primaryColor)[isDark ? 'dark' : 'light']
  const { paper, container, raised, head, line, lineStrong } = papers[isDark ? 'dark' : 'light']
  const quietInk = isDark ? '#b3bfd1' : '#465164'
  return {
    algorithm: isDark ? [theme.darkAlgorithm] : [theme.defaultAlgorithm],
    token: {
      colorPrimary: colors['primary-solid'],
      colorLink: colors['primary-text'],
      colorLinkHover: colors['primary-text'],
      colorBgBase: paper,
      colorBgContainer: container,
      colorBgElevated: raised,
      colorBorder: lineStrong,
      colorBorderSecondary: line,
      colorSplit: line,
      colorTextBase: isDark ? '#e8edf6' : '#121a29',
      colorTextPlaceholder: isDark ? '#93a1b6' : '#5d687b',
      colorTextDescription: quietInk,
      colorError: isDark ? '#ff8a84' : '#c4221f',
      borderRadius: 8,
      fontFamily: 'inherit',
      motion: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    },
    components: {
      Table: {
        headerBg: head,
        rowHoverBg: head,
        rowSelectedBg: colors['primary-wash'],
        rowSelectedHoverBg: colors['primary-wash'],
        borderColor: line,
      },
      Pagination: { itemActiveColor: colors['primary-text'], itemActiveColorHover: colors['primary-text'] },
      Tabs: {
        itemSelectedColor: colors['primary-text'],
        itemHoverColor: colors['primary-text'],
        itemActiveColor: colors['primary-text'],
        inkBarColor: colors['primary-text'],
      },
      Descriptions: { labelColor: quietInk },
      ...readableFields(quietInk),
      Tag: isDark ? {} : darkerWords,
      Button: {
        // The default colour under the pointer is too light for white words.
        colorPrimaryHover: colors['primary-solid-hover'],
        colorPrimaryActive: colors['primary-solid-hover'],
        defaultHoverColor: colors['primary-text'],
        defaultHoverBorderColor: colors['primary-text'],
        defaultActiveColor: colors['primary-text'],
        defaultActiveBorderColor: colors['primary-text'],
      },
      Radio: {
        colorTextDisabled: quietInk,
        buttonColor: isDark ? '#e8edf6' : '#121a29',
        // On dark pages the default colour of selected items is too dark to read.
        ...(isDark && {
          colorPrimary: colors['primary-text'],
          colorPrimaryHover: colors['primary-text'],
          colorPrimaryActive: colors['primary-text'],
        }),
      },
    },
  }
}

/** antd texts and theme for everything inside. Shows a spinner until the texts are loaded. */
export const OfficeTheme = ({ children }: { children: ReactNode }) => {
  const { settings } = useSite()
  const words = useComponentLocale()
  const isDark = useIsDark()
  if (!words) return <Spinner />
  return (
    <ConfigProvider
      locale={words}
      // antd would insert a space between two Chinese characters.
      button={{ autoInsertSpace: false }}
      theme={themeOf(settings.primaryColor, isDark)}
    >
      <App component={false}>{children}</App>
    </ConfigProvider>
  )
}
