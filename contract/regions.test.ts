import { describe, expect, test } from 'vitest'
import { countries, isCountry } from './countries.ts'
import { locales } from './locales.ts'
import { citiesOf, findRegion, isCityOf, isProvince, provinces, regionName } from './regions.ts'

const cities = provinces.flatMap(({ code }) => citiesOf(code))
const codesOf = (province: string) => citiesOf(province).map(({ code }) => code)
const namesOf = (code: string) => locales.map((locale) => regionName(code, locale))

describe('the list of provinces', () => {
  test('has the 34 first-level units in the order of their codes', () => {
    expect(provinces.map(({ code }) => code.slice(0, 2)).join(' ')).toBe(
      '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82',
    )
  })

  test('gives every province at least one city', () => {
    expect(provinces.filter(({ code }) => citiesOf(code).length === 0)).toEqual([])
  })

  test('has no two provinces of the same name in any language', () => {
    for (const locale of locales) expect(new Set(provinces.map(({ code }) => regionName(code, locale))).size).toBe(34)
  })
})

describe('the list of cities', () => {
  test('has 333 prefectures, 86 districts of municipalities, 32 counties under a province and 3 special units', () => {
    expect(cities.length).toBe(333 + 86 + 32 + 3)
  })

  test('has no duplicate codes', () => {
    expect(new Set(cities.map(({ code }) => code)).size).toBe(cities.length)
  })

  test('assigns every city to the province of its first two digits', () => {
    const strays = provinces.flatMap(({ code }) =>
      codesOf(code).filter((city) => city.slice(0, 2) !== code.slice(0, 2)),
    )
    expect(strays).toEqual([])
  })

  test('writes every code in six digits', () => {
    expect([...provinces, ...cities].filter(({ code }) => !/^[1-8]\d{5}$/.test(code))).toEqual([])
  })

  test('has a name for every region in both Chinese scripts and in Latin letters', () => {
    const chinese = /^\p{Script=Han}{2,}$/u
    const latin = /^\p{Lu}[a-zü]+(?:'[a-z]+)?(?: (?:and|\p{Lu}[a-z]+))*$/u
    const incomplete = [...provinces, ...cities].filter(
      ({ names }) => !chinese.test(names.simplified) || !chinese.test(names.traditional) || !latin.test(names.latin),
    )
    expect(incomplete).toEqual([])
  })

  test('writes each character the same way in all traditional names, except in Taizhou and Kunyu', () => {
    const forms = new Map<string, Set<string>>()
    for (const { names } of cities)
      for (const [at, letter] of Array.from(names.simplified).entries()) {
        const traditional = names.traditional[at]
        if (traditional) forms.set(letter, (forms.get(letter) ?? new Set()).add(traditional))
      }
    const varied = [...forms].filter(([, written]) => written.size > 1)
    expect(varied.map(([letter, written]) => [letter, ...[...written].toSorted()])).toEqual([
      ['台', '台', '臺'],
      ['昆', '崑', '昆'],
    ])
  })

  test('has no two cities of the same name in a province, in any language', () => {
    for (const { code } of provinces)
      for (const locale of locales) {
        const names = citiesOf(code).map((city) => regionName(city.code, locale))
        expect(new Set(names).size).toBe(names.length)
      }
  })

  test('offers the districts of a municipality', () => {
    expect(citiesOf('310000').map(({ names }) => names.simplified)).toEqual([
      '黄浦区',
      '徐汇区',
      '长宁区',
      '静安区',
      '普陀区',
      '虹口区',
      '杨浦区',
      '闵行区',
      '宝山区',
      '嘉定区',
      '浦东新区',
      '金山区',
      '松江区',
      '青浦区',
      '奉贤区',
      '崇明区',
    ])
  })

  test('lists counties directly under a province after its prefectures', () => {
    expect(codesOf('420000').slice(-5)).toEqual(['422800', '429004', '429005', '429006', '429021'])
  })

  test.each(['710000', '810000', '820000'])('lists %s as its own only city', (code) => {
    expect(codesOf(code)).toEqual([code])
    expect(isCityOf(code, code)).toBe(true)
  })

  test('is empty for a city and for an unknown code', () => {
    expect(citiesOf('330100')).toEqual([])
    expect(citiesOf('990000')).toEqual([])
  })
})

describe('the name of a region', () => {
  test.each([
    ['110000', '北京市', '北京市', 'Beijing'],
    ['110108', '海淀区', '海淀區', 'Haidian District'],
    ['120116', '滨海新区', '濱海新區', 'Binhai New Area'],
    ['140000', '山西省', '山西省', 'Shanxi'],
    ['141100', '吕梁市', '呂梁市', 'Lüliang'],
    ['150000', '内蒙古自治区', '內蒙古自治區', 'Inner Mongolia'],
    ['150100', '呼和浩特市', '呼和浩特市', 'Hohhot'],
    ['152900', '阿拉善盟', '阿拉善盟', 'Alxa League'],
    ['210100', '沈阳市', '瀋陽市', 'Shenyang'],
    ['222400', '延边朝鲜族自治州', '延邊朝鮮族自治州', 'Yanbian Korean Autonomous Prefecture'],
    ['310112', '闵行区', '閔行區', 'Minhang District'],
    ['330100', '杭州市', '杭州市', 'Hangzhou'],
    ['331000', '台州市', '台州市', 'Taizhou'],
    ['340300', '蚌埠市', '蚌埠市', 'Bengbu'],
    ['341500', '六安市', '六安市', "Lu'an"],
    ['360500', '新余市', '新余市', 'Xinyu'],
    ['370600', '烟台市', '煙臺市', 'Yantai'],
    ['430600', '岳阳市', '岳陽市', 'Yueyang'],
    ['500000', '重庆市', '重慶市', 'Chongqing'],
    ['500230', '丰都县', '豐都縣', 'Fengdu County'],
    ['533100', '德宏傣族景颇族自治州', '德宏傣族景頗族自治州', 'Dehong Dai and Jingpo Autonomous Prefecture'],
    ['540100', '拉萨市', '拉薩市', 'Lhasa'],
    ['610000', '陕西省', '陝西省', 'Shaanxi'],
    ['610400', '咸阳市', '咸陽市', 'Xianyang'],
    ['650100', '乌鲁木齐市', '烏魯木齊市', 'Urumqi'],
    ['653100', '喀什地区', '喀什地區', 'Kashgar'],
    ['659012', '白杨市', '白楊市', 'Baiyang'],
    ['710000', '台湾省', '臺灣', 'Taiwan'],
    ['810000', '香港特别行政区', '香港特別行政區', 'Hong Kong'],
    ['820000', '澳门特别行政区', '澳門特別行政區', 'Macao'],
  ])('%s is %s, %s and %s', (code, simplified, traditional, latin) => {
    expect(findRegion(code)).toEqual({ code, names: { simplified, traditional, latin } })
    expect(namesOf(code)).toEqual([simplified, traditional, latin, latin, latin])
  })

  test('is absent for a code that is not on the list', () => {
    expect(findRegion('110100')).toBe(undefined)
    expect(namesOf('110100')).toEqual([undefined, undefined, undefined, undefined, undefined])
  })
})

describe('a choice of province and city', () => {
  test.each([
    ['330100', '330000', true],
    ['310115', '310000', true],
    ['419001', '410000', true],
    ['330100', '320000', false],
    ['330000', '330000', false],
    ['331900', '330000', false],
    ['330000', '330100', false],
    ['', '', false],
  ])('of city %j in province %j is allowed: %j', (city, province, allowed) => {
    expect(isCityOf(city, province)).toBe(allowed)
  })

  test.each([
    ['330000', true],
    ['810000', true],
    ['330100', false],
    ['160000', false],
    ['33', false],
    ['', false],
  ])('accepts %j as a province: %j', (code, expected) => {
    expect(isProvince(code)).toBe(expected)
  })
})

describe('the list of countries', () => {
  test('has the codes of the standard except three, without duplicates, in alphabetical order', () => {
    expect(countries.length).toBe(246)
    expect([...new Set<string>(countries)].toSorted()).toEqual([...countries])
  })

  test('has only codes with a name in every language of the interface', () => {
    for (const locale of locales) {
      const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
      expect(countries.filter((country) => names.of(country) === undefined)).toEqual([])
    }
  })

  test.each([
    ['CN', true],
    ['BR', true],
    ['ID', true],
    ['cn', false],
    ['UK', false],
    ['XK', false],
    ['EU', false],
    ['', false],
    [undefined, false],
  ])('accepts %j as a country: %j', (value, expected) => {
    expect(isCountry(value)).toBe(expected)
  })
})
