/** The digits in what was typed or pasted, wide ones from a Chinese keyboard too. */
export const digitsOf = (text: string): string => text.normalize('NFKC').replaceAll(/\D/g, '').slice(0, 6)
