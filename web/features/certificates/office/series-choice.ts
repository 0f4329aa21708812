import { seriesCodeForm } from '@lectern/contract/certificates/certificate-numbers.ts'
import type { CertificateSeries } from '@lectern/contract/certificates/certificate-office.ts'
import type { CertificateSeriesId } from '@lectern/contract/ids.ts'

/** An activity, as far as numbers of certificates name it. */
export interface NumberedActivity {
  code: string
  year: number
}

export interface SeriesChoice {
  series: CertificateSeriesId | 'new'
  /** Of a new series, to be changed or confirmed. */
  prefix?: string
  code?: string
}

/**
 * The series that an issue most likely continues: of its own activity and not of an earlier year, the newest first. An issue about no
 * activity continues one that is of no activity either, of the year of its certificates. Where there is none, a new one is suggested.
 */
export const suggestSeries = (
  all: readonly CertificateSeries[],
  activities: readonly NumberedActivity[],
  about: NumberedActivity | undefined,
  /** A day on the certificates, as `2031-05-20`. */
  date: string,
): SeriesChoice => {
  const fitting = all.find(({ code, year }) =>
    about
      ? code === about.code && year >= about.year
      : year === Number(date.slice(0, 4)) && activities.every((activity) => activity.code !== code),
  )
  if (fitting) return { series: fitting.id }
  const prefix = all[0]?.prefix
  return {
    series: 'new',
    ...(prefix && { prefix }),
    ...(about && seriesCodeForm.test(about.code) && { code: about.code }),
  }
}
