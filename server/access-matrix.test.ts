import { workingDuties, type NeededDuty } from '@lectern/contract/accounts/duty-values.ts'
import { catalogue } from '@lectern/contract/errors.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPerson, type TestPerson } from './testing/people.ts'
import { startSite, type TestSite } from './testing/site.ts'

type Working = Exclude<NeededDuty, 'audit'>
/** Duties of organisers of which one is needed; `activity`: `contest`, also where it is limited to certain activities. */
type Duties = 'allOrganisers' | Working | `${Working}, ${Working}` | `${Working}, ${Working}, ${Working}`
type Audience = 'everyone' | 'signedIn' | 'experts' | Duties

/**
 * Who may call what at all. Every endpoint that the program serves is listed, those of the office with the duties that
 * cover it; rules about single objects are below.
 */
const audiences: Record<string, Audience> = {
  'GET /livez': 'everyone',
  'GET /readyz': 'everyone',
  'GET /version': 'everyone',
  'GET /api/activities': 'everyone',
  'GET /api/activities/{id}': 'everyone',
  'GET /api/account/teams': 'signedIn',
  'POST /api/teams': 'signedIn',
  'POST /api/teams/{id}/copies': 'signedIn',
  'GET /api/teams/{id}': 'signedIn',
  'PUT /api/teams/{id}': 'signedIn',
  'DELETE /api/teams/{id}': 'signedIn',
  'PUT /api/teams/{id}/captain': 'signedIn',
  'DELETE /api/teams/{id}/members/{uid}': 'signedIn',
  'POST /api/teams/{id}/reminders': 'signedIn',
  'POST /api/teams/{id}/invitations': 'signedIn',
  'DELETE /api/teams/{id}/invitations/{invitationId}': 'signedIn',
  'POST /api/teams/{id}/invite': 'signedIn',
  'GET /api/joining/{code}': 'signedIn',
  'POST /api/joining/{code}': 'signedIn',
  'POST /api/invitations/{id}/answer': 'signedIn',
  'GET /api/account/enrolments': 'signedIn',
  'POST /api/enrolments': 'signedIn',
  'GET /api/enrolments/{id}': 'signedIn',
  'PUT /api/enrolments/{id}/answers': 'signedIn',
  'POST /api/enrolments/{id}/amendment': 'signedIn',
  'PUT /api/enrolments/{id}/amendment': 'signedIn',
  'DELETE /api/enrolments/{id}/amendment': 'signedIn',
  'POST /api/enrolments/{id}/submission': 'signedIn',
  'POST /api/enrolments/{id}/withdrawal': 'signedIn',
  'PUT /api/enrolments/{id}/waiting': 'signedIn',
  'DELETE /api/enrolments/{id}/waiting': 'signedIn',
  'POST /api/enrolments/{id}/waiting/addition': 'activity',
  'POST /api/enrolments/{id}/waiting/removal': 'activity',
  'GET /api/activities/{id}/waiting': 'activity',
  'POST /api/enrolments/{id}/revival': 'signedIn',
  'GET /api/activities/{id}/next-step': 'everyone',
  'PUT /api/activities/{id}/opening-wish': 'signedIn',
  'DELETE /api/activities/{id}/opening-wish': 'signedIn',
  'GET /api/search': 'everyone',
  'GET /api/signing-keys': 'everyone',
  'POST /api/enrolments/decisions': 'activity',
  'GET /api/enrolments': 'activity',
  'GET /api/enrolments/choices': 'activity, people',
  'GET /api/enrolments/export': 'activity',
  'GET /api/activities/{id}/files': 'activity',
  'GET /api/enrolments/{id}/dossier': 'activity',
  'GET /api/enrolments/queue': 'activity',
  'GET /api/enrolments/{id}/neighbours': 'activity',
  'POST /api/teams/{id}/extensions': 'activity',
  'GET /api/activities/{id}/recommendation': 'contest',
  'PUT /api/activities/{id}/recommendation': 'contest',
  'GET /api/recommendations/activities': 'contest',
  'GET /api/recommendations/{activity}/progress': 'contest',
  'GET /api/account/recommendations': 'signedIn',
  'GET /api/account/team-recommendations': 'signedIn',
  'GET /api/recommendations/{activity}/{institution}': 'signedIn',
  'GET /api/recommendations/{activity}/{institution}/entries': 'signedIn',
  'POST /api/recommendations/{activity}/{institution}/rows': 'signedIn',
  'PUT /api/recommendations/{activity}/{institution}/rows': 'signedIn',
  'POST /api/recommendations/{activity}/{institution}/summaries': 'signedIn',
  'GET /api/recommendations/{activity}/{institution}/summaries/{summary}': 'signedIn',
  'POST /api/recommendations/{activity}/{institution}/submissions': 'signedIn',
  'GET /api/recommendations/{activity}/{institution}/history': 'signedIn',
  'GET /api/recommendations/{activity}/{institution}/export': 'signedIn',
  'POST /api/recommendations/{activity}/{institution}/reminders': 'signedIn',
  'GET /api/recommendations/{activity}/lists': 'signedIn',
  'POST /api/recommendations/{activity}/{institution}/verdicts': 'signedIn',
  'POST /api/recommendations/{activity}/{institution}/decision': 'signedIn',
  'GET /api/recommendations/{activity}/{institution}/quota': 'signedIn',
  'POST /api/recommendations/{activity}/quotas': 'signedIn',
  'POST /api/recommendations/{activity}/{institution}/extensions': 'signedIn',
  'POST /api/recommendations/{activity}/{institution}/extensions/revocation': 'signedIn',
  'PUT /api/recommendations/{activity}/{institution}/date-below': 'signedIn',
  'POST /api/recommendations/{activity}/reminders': 'signedIn',
  'GET /api/account/works': 'signedIn',
  'POST /api/works': 'signedIn',
  'GET /api/works/{id}': 'signedIn',
  'PUT /api/works/{id}': 'signedIn',
  'PUT /api/works/{id}/parts/{part}/order': 'signedIn',
  'DELETE /api/works/{id}/files/{file}': 'signedIn',
  'POST /api/works/{id}/discard': 'signedIn',
  'POST /api/works/{id}/submission': 'signedIn',
  'POST /api/works/{id}/withdrawal': 'signedIn',
  'POST /api/works/{id}/revival': 'signedIn',
  'GET /api/works': 'activity',
  'GET /api/works/export': 'activity',
  'GET /api/works/{id}/dossier': 'activity',
  'GET /api/works/queue': 'activity',
  'GET /api/works/{id}/neighbours': 'activity',
  'POST /api/works/decisions': 'activity',
  'POST /api/works/{id}/leaks': 'activity',
  'POST /api/works/{id}/blanked-words': 'activity',
  'POST /api/works/{id}/blanked-words/removal': 'activity',
  'POST /api/works/{id}/redactions/{redaction}/decision': 'activity',
  'POST /api/works/bundles': 'activity',
  'GET /api/works/{id}/files/{file}/blind': 'activity',
  'GET /api/works/{id}/files/{file}/pages': 'activity',
  'GET /api/works/{id}/files/{file}/blind/pages': 'activity',
  'GET /api/works/{id}/cover': 'activity',
  'GET /api/works/{id}/files/{file}/cover': 'activity',
  'GET /api/works/{id}/submissions/{number}/manifest.json': 'signedIn',
  'GET /api/works/{id}/submissions/{number}/receipt.pdf': 'signedIn',
  'GET /api/works/{id}/submissions/{number}': 'signedIn',
  'GET /api/certificate-templates': 'contest',
  'GET /api/certificate-templates/{id}': 'contest',
  'POST /api/certificate-templates': 'contest',
  'PUT /api/certificate-templates/{id}': 'contest',
  'DELETE /api/certificate-templates/{id}': 'contest',
  'POST /api/certificate-templates/preview': 'contest',
  'POST /api/certificate-templates/check': 'contest',
  'GET /api/certificate-series': 'contest',
  'POST /api/certificate-series': 'contest',
  'GET /api/certificate-issues': 'contest',
  'GET /api/certificate-issues/{id}': 'contest',
  'POST /api/certificate-issues': 'contest',
  'PUT /api/certificate-issues/{id}': 'contest',
  'DELETE /api/certificate-issues/{id}': 'contest',
  'POST /api/certificate-issues/{id}/sheet': 'contest',
  'GET /api/certificate-issues/{id}/sheet/template': 'contest',
  'GET /api/certificate-issues/{id}/plan': 'contest',
  'GET /api/certificate-issues/{id}/preview': 'contest',
  'POST /api/certificate-issues/{id}/start': 'contest',
  'POST /api/certificate-issues/{id}/notifications': 'contest',
  'GET /api/certificates': 'contest',
  'GET /api/certificates/{id}': 'contest',
  'GET /api/certificates/{id}/pdf': 'signedIn',
  'GET /api/certificates/{id}/picture': 'signedIn',
  'POST /api/certificates/{id}/revocation': 'contest',
  'POST /api/certificates/{id}/replacement': 'contest',
  'GET /api/certificates/stamped': 'contest',
  'POST /api/certificates/stamped/replacement': 'contest',
  'POST /api/certificates/bundles': 'contest',
  'GET /api/account/certificates': 'signedIn',
  'POST /api/account/certificates/corrections': 'signedIn',
  'DELETE /api/account/certificates/corrections/{id}': 'signedIn',
  'GET /api/certificate-corrections': 'contest',
  'POST /api/certificate-corrections/{id}/decision': 'contest',
  'GET /api/certificate-verification/{number}': 'everyone',
  'GET /api/certificate-verification': 'everyone',
  'GET /api/rounds': 'activity',
  'POST /api/rounds': 'activity',
  'GET /api/rounds/{id}': 'activity',
  'PUT /api/rounds/{id}': 'activity',
  'DELETE /api/rounds/{id}': 'activity',
  'POST /api/rounds/{id}/steps': 'activity',
  'GET /api/rounds/{id}/works': 'activity',
  'POST /api/rounds/{id}/works': 'activity',
  'POST /api/rounds/{id}/works/{entry}/removal': 'activity',
  'POST /api/rounds/{id}/plan': 'activity',
  'GET /api/rounds/{id}/plan': 'activity',
  'POST /api/rounds/{id}/plan/publication': 'activity',
  'GET /api/rounds/{id}/grid': 'activity',
  'GET /api/rounds/{id}/works/{entry}/assignments': 'activity',
  'POST /api/rounds/{id}/works/{entry}/assignments': 'activity',
  'POST /api/rounds/{id}/assignments/{assignment}/removal': 'activity',
  'POST /api/rounds/{id}/reviewers/{reviewer}/replacement': 'activity',
  'GET /api/rounds/{id}/reviewers': 'activity',
  'POST /api/rounds/{id}/reviewers': 'activity',
  'GET /api/rounds/{id}/candidates': 'activity',
  'POST /api/rounds/{id}/reviewers/import': 'activity',
  'GET /api/rounds/{id}/reviewers/import/template': 'activity',
  'PUT /api/rounds/{id}/reviewers/{reviewer}': 'activity',
  'POST /api/rounds/{id}/reviewers/{reviewer}/invitation': 'activity',
  'GET /api/rounds/{id}/panels': 'activity',
  'PUT /api/rounds/{id}/panels': 'activity',
  'GET /api/rounds/{id}/conflicts': 'activity',
  'POST /api/rounds/{id}/conflicts': 'activity',
  'POST /api/rounds/{id}/conflicts/search': 'activity',
  'POST /api/rounds/{id}/conflicts/{conflict}/lifting': 'activity',
  'GET /api/rounds/{id}/board': 'activity',
  'POST /api/rounds/{id}/reminders': 'activity',
  'GET /api/rounds/{id}/flags': 'activity',
  'POST /api/rounds/{id}/flags/{flag}/resolution': 'activity',
  'GET /api/rounds/{id}/works/{entry}/sheets': 'activity',
  'POST /api/rounds/{id}/assignments/{assignment}/reopening': 'activity',
  'GET /api/rounds/{id}/integrity': 'activity',
  'POST /api/rounds/{id}/settlement': 'activity',
  'GET /api/rounds/{id}/settlement': 'activity',
  'GET /api/rounds/{id}/sheets/export': 'activity',
  'GET /api/rounds/{id}/print': 'activity',
  'GET /api/results/activities': 'activity',
  'GET /api/results/activities/{id}': 'activity',
  'PUT /api/results/activities/{id}/rules': 'activity',
  'POST /api/results/activities/{id}/simulation': 'activity',
  'POST /api/results/activities/{id}/lists': 'activity',
  'GET /api/results/lists/{id}': 'activity',
  'GET /api/results/lists/{id}/rows': 'activity',
  'GET /api/results/lists/{id}/rankings': 'activity',
  'GET /api/results/lists/{id}/difference': 'activity',
  'POST /api/results/lists/{id}/ties': 'activity',
  'POST /api/results/lists/{id}/adjustments': 'activity',
  'DELETE /api/results/decisions/{id}': 'activity',
  'POST /api/results/lists/{id}/steps': 'activity',
  'GET /api/results/lists/{id}/export': 'activity',
  'GET /api/public/results': 'everyone',
  'GET /api/public/results/{id}': 'everyone',
  'GET /api/public/results/{id}/export': 'everyone',
  'GET /api/public/publicity/{id}': 'everyone',
  'GET /api/public/publicity/{id}/text': 'everyone',
  'GET /api/public/works': 'everyone',
  'GET /api/public/works/{id}': 'everyone',
  'GET /api/public/works/{id}/files/{number}': 'everyone',
  'GET /api/public/works/{id}/pictures/{number}': 'everyone',
  'GET /api/public/works/{id}/cover': 'everyone',
  'GET /api/works/{id}/result': 'signedIn',
  'GET /api/objections/lists': 'everyone',
  'GET /api/objections/lists/{id}/works': 'signedIn',
  'GET /api/objections/objector': 'signedIn',
  'POST /api/objections': 'signedIn',
  'GET /api/account/cases': 'signedIn',
  'GET /api/account/cases/{id}': 'signedIn',
  'POST /api/account/cases/{id}/withdrawal': 'signedIn',
  'POST /api/account/cases/{id}/messages': 'signedIn',
  'POST /api/account/cases/{id}/statement': 'signedIn',
  'POST /api/account/cases/{id}/appeals': 'signedIn',
  'GET /api/cases': 'contest',
  'GET /api/cases/{id}': 'contest',
  'POST /api/cases/{id}/looks': 'contest',
  'POST /api/cases/{id}/admission': 'contest',
  'POST /api/cases/{id}/investigation': 'contest',
  'POST /api/cases/{id}/statement-request': 'contest',
  'POST /api/cases/{id}/messages': 'contest',
  'POST /api/cases/{id}/ruling': 'contest',
  'GET /api/cases/{id}/sheets': 'contest',
  'GET /api/arbiters': 'contest',
  'POST /api/arbiters': 'contest',
  'DELETE /api/arbiters/{id}': 'contest',
  'GET /api/news': 'everyone',
  'GET /api/news/{id}': 'everyone',
  'GET /api/banners': 'everyone',
  'GET /api/experts': 'everyone',
  'GET /api/partners': 'everyone',
  'GET /api/pages/{name}': 'everyone',
  'GET /api/pages/{name}/blocks/{block}': 'everyone',
  'GET /api/pages/{name}/file': 'everyone',
  'GET /api/materials': 'everyone',
  'GET /api/materials/{id}': 'everyone',
  'GET /api/materials/{id}/download': 'everyone',
  'GET /api/files/{id}': 'everyone',
  'GET /api/files/{id}/{variant}': 'everyone',
  'OPTIONS /api/uploads': 'everyone',
  'GET /api/articles/published': 'everyone',
  'GET /api/documents': 'everyone',
  'GET /api/documents/{name}': 'everyone',
  'GET /api/user/currentUser': 'everyone',
  'GET /user/currentUser': 'everyone',
  'POST /api/account/challenge': 'everyone',
  'POST /api/account/codes': 'everyone',
  'POST /api/account/register': 'everyone',
  'POST /api/account/login': 'everyone',
  'POST /api/account/login/code': 'everyone',
  'POST /api/account/login/passkey/challenge': 'everyone',
  'POST /api/account/login/passkey': 'everyone',
  'POST /api/account/providers/{key}/departure': 'everyone',
  'POST /api/account/providers/{key}/arrival': 'everyone',
  'POST /api/account/arrivals/{state}/account': 'everyone',
  'POST /api/account/logout': 'everyone',
  'POST /api/account/password/reset': 'everyone',
  'POST /api/messages': 'everyone',

  'PUT /api/user/user/{uid}': 'signedIn',
  'PUT /api/account/password': 'signedIn',
  'GET /api/account/sessions': 'signedIn',
  'DELETE /api/account/sessions/{id}': 'signedIn',
  'DELETE /api/account/sessions': 'signedIn',
  'GET /api/account/identities': 'signedIn',
  'POST /api/account/providers/{key}/link': 'signedIn',
  'POST /api/account/arrivals/{state}/link': 'signedIn',
  'DELETE /api/account/identities/{id}': 'signedIn',
  'POST /api/account/contact/code': 'signedIn',
  'PUT /api/account/contact': 'signedIn',
  'POST /api/account/second-factor': 'signedIn',
  'PUT /api/account/second-factor': 'signedIn',
  'POST /api/account/second-factor/removal': 'signedIn',
  'POST /api/account/second-factor/recovery-codes': 'signedIn',
  'GET /api/account/passkeys': 'signedIn',
  'POST /api/account/passkeys': 'signedIn',
  'POST /api/account/passkeys/challenge': 'signedIn',
  'PUT /api/account/passkeys/{id}': 'signedIn',
  'POST /api/account/passkeys/{id}/removal': 'signedIn',
  'PUT /api/account/avatar': 'signedIn',
  'DELETE /api/account/avatar': 'signedIn',
  'GET /api/files/{id}/state': 'signedIn',
  'POST /api/uploads': 'signedIn',
  'HEAD /api/uploads/{id}': 'signedIn',
  'PATCH /api/uploads/{id}': 'signedIn',
  'DELETE /api/uploads/{id}': 'signedIn',
  'GET /api/uploads/{id}/parts': 'signedIn',
  'POST /api/uploads/{id}/parts': 'signedIn',
  'POST /api/uploads/{id}/completion': 'signedIn',
  'GET /api/account/data': 'signedIn',
  'GET /api/account/consents': 'signedIn',
  'GET /api/account/deletion': 'signedIn',
  'POST /api/account/deletion': 'signedIn',
  'GET /api/notices': 'signedIn',
  'POST /api/notices/read': 'signedIn',
  'GET /api/notices/live': 'signedIn',
  'GET /api/account/mail-choices': 'signedIn',
  'PUT /api/account/mail-choices': 'signedIn',
  'GET /api/welcome': 'signedIn',

  'GET /api/phases': 'contest',
  'POST /api/phases': 'contest',
  'GET /api/phases/effects': 'contest',
  'GET /api/phases/{id}': 'contest',
  'PUT /api/phases/{id}': 'contest',
  'DELETE /api/phases/{id}': 'contest',
  'GET /api/extensions': 'activity',
  'POST /api/extensions/{id}/revocation': 'activity',
  'GET /api/teams': 'activity, people',
  'GET /api/dashboard': 'contest',
  'GET /api/contest-lines': 'activity',
  'GET /api/office/counts': 'allOrganisers',
  'GET /api/office/search': 'allOrganisers',
  'GET /api/disk-space': 'system',
  'GET /api/office/foreign-passkeys': 'system',
  'GET /api/file-scans': 'system',
  'POST /api/file-scans': 'system',
  'GET /api/office/first-steps': 'contest, system',
  'GET /api/office/beginning': 'system',
  'POST /api/office/beginning': 'system',
  'GET /api/office/demo-content': 'content, system',
  'GET /api/documents/{name}/source': 'content',
  'POST /api/documents/{name}': 'content',
  'GET /api/pages': 'content',
  'GET /api/pages/{name}/draft': 'content',
  'PUT /api/pages/{name}/draft': 'content',
  'POST /api/pages/{name}/publication': 'content',
  'POST /api/pages/{name}/preview': 'content',
  'GET /api/articles': 'content',
  'POST /api/articles': 'content',
  'POST /api/articles/preview': 'content',
  'GET /api/articles/{id}': 'content',
  'PUT /api/articles/{id}': 'content',
  'DELETE /api/articles/{id}': 'content',
  'POST /api/articles/{id}/state': 'content',
  'GET /api/organisers': 'allOrganisers',
  'GET /api/organisers/{uid}/duties': 'people',
  'PUT /api/organisers/{uid}/duties': 'people',
  'GET /api/users': 'people',
  'POST /api/users': 'people',
  'GET /api/users/{uid}': 'people',
  'GET /api/users/{uid}/contest': 'people',
  'PUT /api/users/{uid}/status': 'people',
  'PUT /api/users/{uid}/contacts': 'people',
  'DELETE /api/users/{uid}/sessions': 'people',
  'DELETE /api/users/{uid}/second-factor': 'people',
  'GET /api/users/export': 'people',
  'GET /api/institution-choices': 'signedIn',
  'GET /api/institution-choices/{id}': 'signedIn',
  'GET /api/institutions': 'people',
  'GET /api/institutions/{id}': 'people',
  'POST /api/institutions': 'people',
  'PUT /api/institutions/{id}': 'people',
  'POST /api/institutions/{id}/state': 'people',
  'POST /api/institutions/import': 'people',
  'GET /api/institutions/import/template': 'people',
  'GET /api/institutions/{id}/merge': 'people',
  'POST /api/institutions/{id}/merge': 'people',
  'GET /api/institution-merges': 'people',
  'POST /api/institution-merges/{id}/undoing': 'people',
  'GET /api/institution-spellings': 'people',
  'POST /api/institution-spellings': 'people',
  'GET /api/institutions/{id}/officers': 'signedIn',
  'POST /api/institutions/{id}/officers': 'signedIn',
  'GET /api/officer-requests': 'signedIn',
  'POST /api/officer-requests': 'signedIn',
  'POST /api/officers/import': 'signedIn',
  'GET /api/officers/import/template': 'signedIn',
  'POST /api/officers/{id}/decision': 'signedIn',
  'POST /api/officers/{id}/end': 'signedIn',
  'GET /api/officer-invitations/{token}': 'signedIn',
  'POST /api/officer-invitations/{token}': 'signedIn',
  'GET /api/account/officers': 'signedIn',
  'POST /api/users/import': 'people',
  'GET /api/users/import/template': 'people',
  'POST /api/users/import/report': 'people',
  'GET /api/settings': 'system, contest, people',
  'PUT /api/settings': 'system',
  'GET /api/settings/site': 'system',
  'PUT /api/settings/site': 'system',
  'GET /api/settings/mail': 'system',
  'PUT /api/settings/mail': 'system',
  'DELETE /api/settings/mail': 'system',
  'POST /api/settings/mail/test': 'system',
  'GET /api/settings/sign-in-providers': 'system',
  'PUT /api/settings/sign-in-providers/{key}': 'system',
  'PUT /api/settings/sign-in-providers/{key}/shown': 'system',
  'DELETE /api/settings/sign-in-providers/{key}': 'system',
  'POST /api/settings/sign-in-providers/{key}/try': 'system',
  'GET /api/announcements': 'people, contest',
  'POST /api/announcements': 'people, contest',
  'GET /api/announcements/{id}': 'people, contest',
  'PUT /api/announcements/{id}': 'people, contest',
  'DELETE /api/announcements/{id}': 'people, contest',
  'POST /api/announcements/recipients': 'people, contest',
  'POST /api/announcements/preview': 'people, contest',
  'POST /api/announcements/test': 'people, contest',
  'POST /api/announcements/{id}/send': 'people, contest',
  'GET /api/messages': 'people',
  'GET /api/messages/{id}': 'people',
  'POST /api/messages/{id}/answers': 'people',
  'PUT /api/messages/{id}/state': 'people',
  'GET /api/materials/sources': 'content',
  'GET /api/materials/{id}/source': 'content',
  'POST /api/materials': 'content',
  'PUT /api/materials/{id}': 'content',
  'PUT /api/materials/{id}/state': 'content',
  'DELETE /api/materials/{id}': 'content',
  'POST /api/materials/preview': 'content',
  'GET /api/audit': 'people, system',
  'GET /api/revisions/{kind}/{id}': 'content',
  'GET /api/revisions/{kind}/{id}/{number}': 'content',
  'GET /api/banners/all': 'content',
  'POST /api/banners': 'content',
  'PUT /api/banners/order': 'content',
  'GET /api/banners/{id}': 'content',
  'PUT /api/banners/{id}': 'content',
  'PUT /api/banners/{id}/visible': 'content',
  'DELETE /api/banners/{id}': 'content',
  'GET /api/experts/all': 'content',
  'POST /api/experts': 'content',
  'GET /api/experts/order': 'content',
  'PUT /api/experts/order': 'content',
  'GET /api/experts/{id}': 'content',
  'PUT /api/experts/{id}': 'content',
  'PUT /api/experts/{id}/state': 'content',
  'DELETE /api/experts/{id}': 'content',
  'GET /api/partners/all': 'content',
  'POST /api/partners': 'content',
  'PUT /api/partners/order': 'content',
  'GET /api/partners/{id}': 'content',
  'PUT /api/partners/{id}': 'content',
  'PUT /api/partners/{id}/visible': 'content',
  'DELETE /api/partners/{id}': 'content',
  'GET /api/activities/all': 'activity',
  'POST /api/activities': 'contest',
  'POST /api/activities/preview': 'contest',
  'GET /api/activities/order': 'contest',
  'PUT /api/activities/order': 'contest',
  'GET /api/activities/{id}/source': 'activity',
  'PUT /api/activities/{id}': 'activity',
  'DELETE /api/activities/{id}': 'activity',
  'PUT /api/activities/{id}/state': 'activity',
  'POST /api/activities/{id}/copies': 'contest',
  'GET /api/editions': 'activity',
  'GET /api/editions/{id}/checks': 'contest',
  'POST /api/editions': 'contest',
  'POST /api/editions/{id}/phases': 'contest',
  'PUT /api/editions/{id}': 'contest',
  'PUT /api/editions/{id}/current': 'contest',
  'GET /api/outbox': 'system',
  'POST /api/outbox/{id}/again': 'system',
  'GET /api/access-tokens': 'system',
  'POST /api/access-tokens': 'system',
  'POST /api/access-tokens/{id}/end': 'system',
  'GET /api/webhooks': 'system',
  'POST /api/webhooks': 'system',
  'PUT /api/webhooks/{id}': 'system',
  'POST /api/webhooks/{id}/key': 'system',
  'POST /api/webhooks/{id}/test': 'system',
  'POST /api/webhooks/{id}/pause': 'system',
  'POST /api/webhooks/{id}/resume': 'system',
  'DELETE /api/webhooks/{id}': 'system',
  'GET /api/webhooks/{id}/deliveries': 'system',
  'POST /api/webhooks/{id}/deliveries/{event}/resend': 'system',
  'GET /api/tasks': 'system, contest',
  'GET /api/tasks/{id}': 'system, activity',
  'POST /api/tasks/{id}/cancellation': 'system, contest',
  'POST /api/tasks/{id}/retry': 'system, contest',
  'GET /api/tasks/{id}/file': 'activity',

  'GET /api/review': 'experts',
  'GET /api/review/rounds/{round}': 'experts',
  'POST /api/review/rounds/{round}/answer': 'experts',
  'GET /api/review/rounds/{round}/pledge': 'experts',
  'POST /api/review/rounds/{round}/pledge': 'experts',
  'GET /api/review/rounds/{round}/calendar.ics': 'experts',
  'GET /api/review/rounds/{round}/works.zip': 'experts',
  'GET /api/review/rounds/{round}/practice': 'experts',
  'POST /api/review/rounds/{round}/practice': 'experts',
  'GET /api/review/rounds/{round}/panel': 'experts',
  'POST /api/review/rounds/{round}/panel/ties': 'experts',
  'POST /api/review/rounds/{round}/panel/signature': 'experts',
  'GET /api/review/works/{code}': 'experts',
  'PUT /api/review/works/{code}/sheet': 'experts',
  'POST /api/review/works/{code}/submission': 'experts',
  'POST /api/review/works/{code}/decline': 'experts',
  'POST /api/review/works/{code}/flags': 'experts',
  'GET /api/review/files/{token}/{number}': 'experts',
  'GET /api/review/files/{token}/{number}/pages': 'experts',
  'GET /api/review/works/{code}/cover': 'experts',
}

const isOfOffice = (audience: Audience): audience is Duties => !['everyone', 'signedIn', 'experts'].includes(audience)

/** An organiser of one duty; `limited` looks after certain activities only. */
const organiserRoles = [...workingDuties, 'limited', 'audit'] as const
const roles = [
  'visitor',
  'user',
  'expert',
  'admin',
  'admin without the required second factor',
  ...organiserRoles,
] as const
type Role = (typeof roles)[number]
type OrganiserRole = (typeof organiserRoles)[number]

const isOrganiserRole = (role: Role): role is OrganiserRole => (organiserRoles as readonly Role[]).includes(role)

const isReading = (operation: string): boolean => /^(?:GET|HEAD|OPTIONS) /.test(operation)

const heldBy: Record<Exclude<OrganiserRole, 'audit'>, readonly string[]> = {
  contest: ['contest', 'activity'],
  limited: ['activity'],
  content: ['content'],
  people: ['people'],
  system: ['system'],
}

const refusalOfDuty = (operation: string, audience: Duties, role: OrganiserRole) => {
  if (role === 'audit') return isReading(operation) ? undefined : 'duty.missing'
  if (audience === 'allOrganisers') return undefined
  const needed = audience.split(', ')
  const held = heldBy[role]
  if (held.some((duty) => needed.includes(duty))) return undefined
  return role === 'limited' && needed.includes('contest') ? 'duty.limited' : 'duty.missing'
}

const refusalOf = (operation: string, audience: Audience, role: Role): keyof typeof catalogue | undefined => {
  if (audience === 'everyone') return undefined
  if (role === 'visitor') return 'session.required'
  if (isOfOffice(audience) && isOrganiserRole(role)) return refusalOfDuty(operation, audience, role)
  if (audience === 'experts') return role === 'expert' ? undefined : 'access.refused'
  if (audience === 'signedIn' || role === 'admin') return undefined
  return role === 'user' || role === 'expert' ? 'access.refused' : 'secondFactor.missing'
}

/** Roles between which the audience makes a difference: what everyone may do is tried as a visitor alone. */
const triedRoles = (audience: Audience): readonly Role[] => {
  if (audience === 'everyone') return ['visitor']
  if (audience === 'signedIn') return ['visitor', 'user', 'admin without the required second factor']
  return audience === 'experts' ? ['visitor', 'user', 'expert', 'admin'] : roles
}

let site: TestSite
beforeAll(async () => {
  site = await startSite({ config: { trustProxy: ['127.0.0.1'] } })
})
afterAll(() => site.close())

let requests = 0
/** One address may not send as many requests as all roles together. */
const nextAddress = (): string => {
  requests += 1
  return `10.0.0.${Math.ceil(requests / 50)}`
}

/** No object has this id; the activity that has it is the only one of the role `limited`. */
const nobody = '01890000-0000-7000-8000-000000000000'

/** Of each duty one organiser: no call of the office ends their session. */
const organisersOfDuties = new Map<OrganiserRole, Promise<TestPerson>>()

const createOrganiser = async (role: OrganiserRole): Promise<TestPerson> => {
  const person = await createPerson(site, { access: 'admin' })
  const duty = role === 'limited' ? 'contest' : role
  await site.pool.query(
    'insert into organiser (account_id, duties, activities, changed_at) values ($1, $2, $3, now())',
    [person.id, [duty], role === 'limited' ? [nobody] : null],
  )
  return person
}

const organiserOf = (role: OrganiserRole): Promise<TestPerson> => {
  const person = organisersOfDuties.get(role) ?? createOrganiser(role)
  organisersOfDuties.set(role, person)
  return person
}

/** A user of this role with their own session: some calls end it. */
const headersOf = async (role: Role): Promise<Record<string, string>> => {
  const headers = { 'x-forwarded-for': nextAddress() }
  if (role === 'visitor') return headers
  if (isOrganiserRole(role)) return { ...headers, ...(await organiserOf(role)).headers }
  const access = role.startsWith('admin') ? 'admin' : (role as 'user' | 'expert')
  return { ...headers, ...(await createPerson(site, { access })).headers }
}

/** A request with a body that no endpoint accepts: only the access check is tested. */
const sendProbe = async (operation: string, role: Role) => {
  const [method = '', template = ''] = operation.split(' ')
  const path = template
    .replace('{name}', 'privacy')
    .replace('{to}', 'everyone')
    .replaceAll(/\{\w+\}/g, nobody)
  const headers = await headersOf(role)
  const isBare = ['GET', 'HEAD', 'OPTIONS', 'DELETE'].includes(method)
  const body = isBare ? {} : { body: JSON.stringify({ nothing: 'of this' }) }
  const stopping = AbortSignal.timeout(60_000)
  const response = await fetch(site.url + path, {
    method,
    headers: { ...headers, ...(body.body && { 'content-type': 'application/json' }) },
    ...body,
    signal: stopping,
  })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream) {
    await response.body?.cancel()
    return { status: response.status, error: undefined }
  }
  const text = await response.text()
  const isJson = text !== '' && response.headers.get('content-type')?.includes('json')
  const answer = isJson ? (JSON.parse(text) as { data?: { error?: string } | null }) : undefined
  return { status: response.status, error: answer?.data?.error }
}

test('every endpoint that is served, and no other, stands in the matrix', async () => {
  const { paths } = (await site.get('/api/docs/openapi.json')).json() as { paths: Record<string, object> }
  const served = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(served.toSorted()).toEqual(Object.keys(audiences).toSorted())
})

/** What is wrong with the answer to this role, in words. */
const findWrongAnswer = async (operation: string, audience: Audience, role: Role): Promise<string[]> => {
  const refusal = refusalOf(operation, audience, role)
  const { status, error } = await sendProbe(operation, role)
  if (!refusal) return status < 500 && status !== 401 && status !== 403 ? [] : [`${operation}: ${status} ${error}`]
  // A response with headers only has no error name.
  const expectedError = operation.startsWith('HEAD ') ? undefined : refusal
  if (status === catalogue[refusal].status && error === expectedError) return []
  return [`${operation}: ${status} ${error} instead of ${refusal}`]
}

const probesAtOnce = 8

test.each(roles)('%s may do what their audience may, and nothing else', async (role) => {
  const isRequired = role === 'admin without the required second factor'
  await site.pool.query(`delete from setting where key = 'office'`)
  if (isRequired)
    await site.pool.query(
      `insert into setting (key, value, updated_at) values ('office', '{"requireSecondFactor": true}', now())`,
    )
  // Every process reads its settings again when they change; waits until this one has.
  for (;;) {
    const { error } = await sendProbe('GET /api/settings', 'admin')
    if ((error === 'secondFactor.missing') === isRequired) break
  }
  const tried = Object.entries(audiences).filter(([, audience]) => triedRoles(audience).includes(role))
  const wrong: string[] = []
  for (let at = 0; at < tried.length; at += probesAtOnce) {
    const answers = tried.slice(at, at + probesAtOnce).map((operation) => findWrongAnswer(...operation, role))
    wrong.push(...(await Promise.all(answers)).flat())
  }
  expect(wrong).toEqual([])
})

describe('an object of somebody else looks like one that does not exist', () => {
  let owner: TestPerson
  let stranger: TestPerson
  beforeAll(async () => {
    await site.pool.query(`delete from setting where key = 'office'`)
    owner = await createPerson(site)
    stranger = await createPerson(site)
    await site.pool.query(
      `insert into notice (id, audience, account_id, kind, title, body, created_at) values ($1, 'account', $2, 'account', '{}', '{}', $3)`,
      ['01890000-0000-7000-8000-00000000000a', owner.id, site.clock.now()],
    )
  })

  const answerOf = async (method: string, path: string, body?: unknown) => {
    const answer = await site.call(method, path, { headers: stranger.headers, ...(body !== undefined && { body }) })
    const { data: _, ...envelope } = answer.envelope()
    return { http: answer.status, ...envelope, error: answer.failure().error }
  }

  test.each([
    ['a session', (id: string) => answerOf('DELETE', `/api/account/sessions/${id}`), () => owner.sessionId],
    [
      'a notice',
      (id: string) => answerOf('POST', '/api/notices/read', { ids: [id] }),
      () => '01890000-0000-7000-8000-00000000000a',
    ],
    [
      'a profile',
      (id: string) => answerOf('PUT', `/api/user/user/${id}`, { uid: id, nickname: 'Mallory' }),
      () => owner.id,
    ],
  ])('%s', async (_, ask, existing) => {
    const theirs = await ask(existing())
    expect(theirs).toEqual(await ask(nobody))
    expect(theirs.status).toBe(404)
  })
})
