/** Pictures as scanners put them into PDFs, each with a remark of who made it. */

/** JPEG 2000: 32 by 24 pixels in all colors, lossless, as OpenJPEG 2.5 writes it with a comment. */
export const jpeg2000Sample = Buffer.from(
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAGAAAACAAAwcHAAAAAAAPY29scgEAAAAAABAAAALBan' +
    'AyY/9P/1EALwAAAAAAIAAAABgAAAAAAAAAAAAAACAAAAAYAAAAAAAAAAAAAwcBAQcBAQcBAf9SAAwAAAABAQIEBAAB/1wACkBASEhQSEhQ/2QA' +
    'FgABZHJhd24gYnkgV2FuZyBGYW5n/5AACgAAAAACUgAB/5PPtLwQ27n6x2ISfAaXPD/E/QmiaIgzJ7+51A+BL2jPVCUm6oj54/84SMgtD+cd/d' +
    'CWL9+ByBmMdEKNdv0swo2U42hyJx1a7owMYAcRdnzO2rZ5jrI3JCUCr2gU9NJdodR5fJ847v8Rj7V4G1huv9+BUCd9eOdXxrJqg8aftOgJXZyS' +
    'tndEOvUXkcsDg1CtEPsRAn4ek11fIUG3l8PqIofUQQPnKhnAcec8zOaCWaP4w+4W/lBN4U3AZKPwl0GX4fBjaMxR5vcZwHHVivRFFJeyF7UHNn' +
    'JYIP6tL8dmBj+uHqzbR33ufxXYqT1U8NJDS+3/c9+r2xXy1xbGYMfaTR9pLD7RoBcFGbmFw3uM/cc8BLXQh6gzs90eJPYuBlQsCAgfRAAccSUB' +
    'MQfPDBoV4oJLEr6zLkoFgOfMuYih/bP1RR5A6H3IjfvprLXLnckZXxXYqT1U8NMJV3952A7UiEHxbvjRzlQ7jVC/wfOGg+cMNp0oHyh/QeYFDX' +
    'wAwfOeg+dBA+cYIWwH6VAdV3NVYdn8mzN8E7H9etg1WkSyrlyLyx2fAMvrsLGDAlusfSKMGAo8sWNJRRy77yAU29AvEaRQnyskxjscwJkYuzsI' +
    'R1fH2kcfaUQ+0OAhbAfpUB1Xc1Vh2fybM3wTsfrZyuq6LTvzcfDl8rqcrx35uADL79swUeMylwCQBBX4OKqmNBEo30ZmVX/e/uJN1GAUsv9BUK' +
    '3aB38kxjscwJkYuzsHC58pbsD5AsD5BABfp8VGv4yOqP94jMwf/9k=',
  'base64',
)

const jbig2Segment = (number: number, type: number, page: number, data: Buffer): Buffer => {
  const head = Buffer.alloc(11)
  head.writeUInt32BE(number)
  head.writeUInt8(type, 4)
  head.writeUInt8(page, 6)
  head.writeUInt32BE(data.length, 7)
  return Buffer.concat([head, data])
}

const words = (...numbers: number[]): Buffer => {
  const bytes = Buffer.alloc(4 * numbers.length)
  numbers.forEach((number, at) => bytes.writeUInt32BE(number, 4 * at))
  return bytes
}

const [width, height] = [64, 48]

/** A black box on white, by the code of fax machines: lines without a change are one bit each. */
const box = Buffer.from('ff350357ffffffffffffffffffffffe3fe002002', 'hex')

/** A text of one byte for each character, as a segment that decoders pass over. */
const jbig2Comment = (number: number, page: number, text: string): Buffer =>
  jbig2Segment(number, 62, page, Buffer.concat([words(0x20000000), Buffer.from(`Author\0${text}\0\0`)]))

/** JBIG2: a black box of 32 by 32 pixels in a page of 64 by 48. `shared`: what several pictures have in common. */
export const jbig2Sample = {
  width,
  height,
  shared: jbig2Comment(0, 0, 'Wang Fang, shared'),
  content: Buffer.concat([
    jbig2Segment(1, 48, 1, Buffer.concat([words(width, height, 0, 0), Buffer.from([0, 0, 0])])),
    jbig2Comment(2, 1, 'Wang Fang'),
    jbig2Segment(3, 38, 1, Buffer.concat([words(width, height, 0, 0), Buffer.from([0, 1]), box])),
  ]),
}
