import { z } from 'zod'
import { email, line, readLine } from '../accounts/account-fields.ts'
import { retentionLimits } from '../cases/case-values.ts'
import { endpoint } from '../endpoint.ts'
import { withWords } from '../field-words.ts'
import { picture } from '../files/files.ts'
import { officersLimits } from '../institutions/institution-values.ts'
import { fileId } from '../ids.ts'
import { defaultLocale, locales } from '../locales.ts'
import { localizedLine, needed } from '../localized-fields.ts'
import { timeZone } from '../time-zones.ts'
import { contentWidths, menuLayouts, navThemes } from './settings.ts'

const rules = z.strictObject({
  requireSecondFactor: z.boolean(),
  /** Whoever looks after people looks neither after the contest nor after the system. */
  separateDuties: z.boolean(),
  /** Country calling codes such as +86. */
  smsCountries: z
    .array(line(5).regex(/^\+[1-9]\d{0,3}$/))
    .min(1)
    .max(50)
    .overwrite((countries) => [...new Set(countries)]),
  /** Days that do not count for the deadlines of cases, beside weekends. */
  holidays: z
    .array(z.iso.date())
    .max(400)
    .overwrite((days) => [...new Set(days)].toSorted()),
  /** Days after the end of a case until it is erased who objected or appealed. */
  caseRetentionDays: z.int().min(retentionLimits.min).max(retentionLimits.max),
  officersPerInstitution: z.int().min(officersLimits.min).max(officersLimits.max),
  /** Of files that cannot be scanned nobody waits. */
  waitForScan: z.boolean(),
})

/** Why the reader, who takes part, does not change them; null: they may. */
const rulesAnswer = rules.extend({ whyNot: z.string().nullable() })

export const readSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  summary: 'The rules of the site, for organisers',
  answer: rulesAnswer,
})

export const changeSettings = endpoint({
  method: 'PUT',
  path: '/api/settings',
  summary: 'Changes the given rules of the site; takes effect at once in every process',
  body: rules.partial(),
  answer: rulesAnswer,
})

/** Public settings as organisers edit them; pictures are ids. */
const siteSettings = z.strictObject({
  title: needed(localizedLine(60)),
  logo: fileId.nullable(),
  preview: fileId.nullable(),
  navTheme: z.enum(navThemes),
  primaryColor: z
    .string()
    .max(7)
    .toLowerCase()
    .regex(/^#[\da-f]{6}$/),
  layout: z.enum(menuLayouts),
  contentWidth: z.enum(contentWidths),
  fixedHeader: z.boolean(),
  fixedSidebar: z.boolean(),
  colorWeak: z.boolean(),
  organiser: localizedLine(100),
  email: email.nullable(),
  /** Accepts landlines with an extension, formatted in any common way. */
  phone: withWords(line(40).regex(/^\+?[\d\s()/-]{5,}([x#]\d{1,6})?$/), {
    invalid: 'field.phone.invalid',
  }).nullable(),
  icp: readLine(60).nullable(),
  icpNotNeeded: z.boolean(),
  publicSecurity: readLine(60).nullable(),
  languages: z
    .array(z.enum(locales))
    .max(locales.length)
    .refine((languages) => languages.includes(defaultLocale) && new Set(languages).size === languages.length),
  timeZone,
})

/** The stored settings, with those pictures that can be shown. */
const storedSettings = siteSettings.extend({
  version: z.int(),
  pictures: z.object({ logo: picture.nullable(), preview: picture.nullable() }),
})

export const readSiteSettings = endpoint({
  method: 'GET',
  path: '/api/settings/site',
  summary: 'The public settings of the site, for organisers',
  answer: storedSettings,
})

export const changeSiteSettings = endpoint({
  method: 'PUT',
  path: '/api/settings/site',
  summary: 'Changes the public settings; takes effect at once in every process',
  body: siteSettings.extend({ version: z.int() }),
  answer: storedSettings,
})
