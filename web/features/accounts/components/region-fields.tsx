import { useMemo, useState } from 'react'
import { Field } from '../../../ui/form/field.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { cityOptions, countryOptions, provinceOptions } from '../place-options.ts'
import type { ProfileValues } from '../profile-edits.ts'
import styles from './settings.module.css'

interface PlaceProps {
  province: string
  city: string
}

const InChina = ({ province: first, city }: PlaceProps) => {
  const intl = useIntl()
  const locale = intl.locale
  const [province, setProvince] = useState(first)
  const cities = cityOptions(province, locale)
  const chosen = province === first ? city : cities.length === 1 ? cities[0]!.value : ''
  return (
    <div className={styles.pair}>
      <SelectField
        name="province"
        label={<FormattedMessage id="field.province" />}
        autoComplete="address-level1"
        options={useMemo(() => provinceOptions(locale), [locale])}
        empty={intl.formatMessage({ id: 'profile.choose' })}
        defaultValue={first}
        required
        onValue={setProvince}
      />
      {/* Remounted for another province, because the cities differ. */}
      <SelectField
        key={province}
        name="city"
        label={<FormattedMessage id="field.city" />}
        autoComplete="address-level2"
        options={cities}
        empty={intl.formatMessage({ id: province ? 'profile.choose' : 'profile.provinceFirst' })}
        defaultValue={chosen}
        required
      />
    </div>
  )
}

const Elsewhere = ({ province, city }: PlaceProps) => {
  const intl = useIntl()
  return (
    <div className={styles.pair}>
      <Field
        name="province"
        label={<FormattedMessage id="profile.state" />}
        autoComplete="address-level1"
        defaultValue={province}
        required
        missing={intl.formatMessage({ id: 'profile.state.required' })}
      />
      <Field
        name="city"
        label={<FormattedMessage id="field.city" />}
        autoComplete="address-level2"
        defaultValue={city}
        required
        missing={intl.formatMessage({ id: 'profile.city.required' })}
      />
    </div>
  )
}

/** Country, province and city: lists within China, free text elsewhere. */
export const RegionFields = ({ values }: { values: ProfileValues }) => {
  const { locale } = useIntl()
  const { country: first = 'CN', province = '', city = '' } = values
  const [country, setCountry] = useState(first)
  const place = country === first ? { province, city } : { province: '', city: '' }
  return (
    <>
      <SelectField
        name="country"
        label={<FormattedMessage id="field.country" />}
        autoComplete="country"
        options={useMemo(() => countryOptions(locale), [locale])}
        defaultValue={first}
        required
        onValue={setCountry}
      />
      {country === 'CN' ? <InChina {...place} /> : <Elsewhere key={country} {...place} />}
    </>
  )
}
