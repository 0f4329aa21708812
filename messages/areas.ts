/**
 * Message areas; a page loads `site` and the areas that it needs. `cases`: objections and appeals. `desk`: the experts' desk. `institution`: the
 * officers of schools and provinces. `certificate`: verifying and holding certificates. `rare`: pages that are seldom opened. `security`: passkeys and duties in the settings.
 */
export const areas = [
  'site',
  'form',
  'account',
  'content',
  'sections',
  'pages',
  'activity',
  'contest',
  'cases',
  'desk',
  'institution',
  'certificate',
  'results',
  'rare',
  'security',
  'office',
] as const
export type Area = (typeof areas)[number]

/** Messages that only the server uses. */
const serverOnly = /^(errors|letters|members|notices|parts|practice|prose|sheet|validation)(-.+)?\.json$/

/** Message areas by file name; a file may be in several. A page loads only its areas. All other files are loaded with every page. */
const filesOfArea: Readonly<Record<string, RegExp>> = {
  form: /^form(-.+)?\.json$/,
  account: /^(account|fields|welcome)\.json$/,
  content: /^(content(-.+)?|share|pagination)\.json$/,
  sections: /^sections\.json$/,
  pages: /^pages(-.+)?\.json$/,
  activity: /^activity(-.+)?\.json$/,
  contest: /^contest(-.+)?\.json$/,
  cases: /^cases\.json$/,
  desk: /^(desk-.+|pdf)\.json$/,
  institution: /^(institution(-.+)?|pagination)\.json$/,
  certificate: /^certificate-.+\.json$/,
  results: /^(results-.+|share|pagination)\.json$/,
  rare: /^rare-.+\.json$/,
  security: /^(security-.+|office-duties)\.json$/,
  office: /^(office(-.+)?|pdf)\.json$/,
}

/** Whether browsers get a file of messages with this area. */
export const isInArea = (file: string, area: string): boolean => {
  if (serverOnly.test(file)) return false
  return filesOfArea[area]?.test(file) ?? !Object.values(filesOfArea).some((files) => files.test(file))
}

/** Pages that need other areas than the rest of their folder. */
const areasOfPage: Partial<Record<string, Area[]>> = {
  'certificates/verification': ['certificate'],
  'public/home': ['sections'],
  exception: ['rare'],
  'public/home-source': ['rare'],
  'public/accessibility': ['rare'],
  'account/welcome': ['form', 'account', 'sections'],
  'account/settings': ['form', 'account', 'security'],
  'account/center': ['form', 'account', 'content', 'activity', 'contest'],
  'review/desk': ['form', 'contest', 'desk'],
  'cases/own': ['form', 'cases'],
  'contest/activity-list': ['activity', 'sections'],
  'contest/activity': ['activity', 'sections'],
}

const stage: Area[] = ['activity', 'contest', 'form', 'account']

/** Another folder is a stage of the contest; pages without a folder need no area. */
const areasOfFolder: Partial<Record<string, Area[]>> = {
  public: [],
  account: ['form', 'account'],
  content: ['content'],
  sections: ['sections', 'pages'],
  cases: ['cases'],
  results: ['results'],
  review: ['form', 'desk'],
  recommendations: ['form', 'contest', 'institution'],
  certificates: ['certificate', 'form'],
  office: ['form', 'account', 'content', 'sections', 'pages', 'activity', 'contest', 'cases', 'institution', 'office'],
}

/** The areas of a page besides `site`; `file` is its path under pages/. */
export const areasOf = (file: string): Area[] => {
  const [folder = ''] = file.split('/')
  return areasOfPage[file] ?? areasOfFolder[folder] ?? (folder === file ? [] : stage)
}
