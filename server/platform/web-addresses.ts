/** Top-level domains that programs turn into links. */
const endings = [
  'com net org edu gov info biz name pro mobi app dev io ai co me tv cc vip top xyz club site online shop store link live fun icu ltd',
  'work tech cloud ink asia cn hk mo tw jp kr sg my id br us uk eu ru fr au ca ly gl sh gg la ph vn th',
  '中国 中國 公司 网络 網絡 网址 商城 在线',
]
  .join(' ')
  .replaceAll(' ', '|')

const marks = [
  /:\/\//,
  /(?:^|[^\p{L}\p{N}])www\./iu,
  /@[\p{L}\p{N}-]+\.\p{L}/u,
  new RegExp(`[\\p{L}\\p{N}]\\.(?:${endings})(?![\\p{L}\\p{N}])`, 'iu'),
  /(?:^|\D)\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?!\d)/,
]

/** Whether a name contains an e-mail or web address, which a letter would turn into a link. */
export const holdsAddress = (text: string): boolean => {
  const plain = text.normalize('NFKC').replaceAll('。', '.')
  return marks.some((mark) => mark.test(plain))
}
