import { isCityOf, isProvince } from '@lectern/contract/regions.ts'

interface Residence {
  country: string | null
  province: string | null
  city: string | null
}

/** Region codes are Chinese, whether or not the country is given. */
const isCoded = (province: string | null): boolean => province !== null && /^\d{6}$/.test(province)

/** Which part of a residence is not on the list of provinces and cities; outside China anything is valid. */
export const unknownRegion = ({ country, province, city }: Residence): 'province' | 'city' | undefined => {
  if (country !== 'CN' && (country !== null || !isCoded(province))) return undefined
  if (province !== null && !isProvince(province)) return 'province'
  return city !== null && !isCityOf(city, province ?? '') ? 'city' : undefined
}
