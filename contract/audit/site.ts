import { mailSecurities } from '../settings/mail-server-values.ts'
import { keptContents } from '../office/office-values.ts'
import { contentWidths, menuLayouts, navThemes } from '../settings/settings.ts'
import { taskStates } from '../tasks/task-values.ts'
import type { AuditVocabulary } from './vocabulary.ts'

/** How settings and the installation are logged. */
export const siteAudit = {
  actions: [
    'settings.changed',
    'settings.mailTested',
    'settings.filesScannedAgain',
    'settings.providerTried',
    'site.begun',
    'task.cancelled',
    'task.retried',
    'signingKey.created',
  ],
  subjects: { settings: '/Admin/Setting', task: '/Admin/Task', signingKey: null },
  codes: {
    mailSecurity: { label: 'office.settings.mailSecurity.', values: mailSecurities },
    keptContent: { label: 'office.begin.content.', values: keptContents },
    contentWidth: { label: 'office.settings.contentWidth.', values: contentWidths },
    menuLayout: { label: 'office.settings.layout.', values: menuLayouts },
    navTheme: { label: 'office.settings.navTheme.', values: navThemes },
    taskState: { label: 'office.tasks.state.', values: taskStates },
  },
  fields: {
    allowsSignUp: { form: 'plain', label: 'office.settings.provider.allowsSignUp' },
    clientId: { form: 'text', label: 'office.settings.provider.clientId' },
    colorWeak: { form: 'plain', label: 'office.settings.colorWeak' },
    content: 'keptContent',
    contentWidth: { form: 'contentWidth', label: 'office.settings.contentWidth' },
    demo: 'plain',
    fixedHeader: { form: 'plain', label: 'office.settings.fixedHeader' },
    fixedSidebar: { form: 'plain', label: 'office.settings.fixedSidebar' },
    icp: { form: 'text', label: 'office.settings.icp' },
    icpNotNeeded: { form: 'plain', label: 'office.settings.icpNotNeeded' },
    isShown: { form: 'plain', label: 'office.settings.provider.isShown' },
    languages: { form: 'locale', label: 'office.settings.languages' },
    layout: { form: 'menuLayout', label: 'office.settings.layout' },
    mailHost: { form: 'text', label: 'office.settings.mailHost' },
    mailPasswordChanged: { form: 'plain', label: 'office.settings.mailPasswordChanged' },
    mailPort: { form: 'plain', label: 'office.settings.mailPort' },
    mailSecurity: { form: 'mailSecurity', label: 'office.settings.mailSecurity' },
    mailSender: { form: 'text', label: 'office.settings.mailSender' },
    mailUsername: { form: 'text', label: 'office.settings.mailUsername' },
    navTheme: { form: 'navTheme', label: 'office.settings.navTheme' },
    organiser: { form: 'text', label: 'office.settings.organiser' },
    outbox: { form: 'plain', label: 'office.audit.subject.outbox' },
    preview: { form: 'file', label: 'office.settings.preview' },
    primaryColor: { form: 'text', label: 'office.settings.primaryColor' },
    provider: { form: 'text', label: 'office.settings.provider.key' },
    publicSecurity: { form: 'text', label: 'office.settings.publicSecurity' },
    signature: 'text',
    secondFactorValues: { form: 'text', label: 'office.settings.provider.secondFactorValues' },
    smsCountries: { form: 'text', label: 'office.settings.smsCountries' },
    trustsEmail: { form: 'plain', label: 'office.settings.provider.trustsEmail' },
    task: { form: 'named', label: 'office.audit.subject.task' },
    waitForScan: 'plain',
  },
  bySubject: {
    task: { state: { form: 'taskState' } },
    settings: {
      title: { label: 'office.settings.title' },
      name: { label: 'office.settings.provider.name' },
      email: { label: 'office.settings.email' },
      phone: { label: 'office.settings.phone' },
      timeZone: { label: 'office.settings.timeZone' },
    },
  },
} as const satisfies AuditVocabulary
