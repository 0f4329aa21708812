import { catalogue } from '@lectern/contract/errors.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPerson, type TestPerson } from './testing/people.ts'
import { startSite, type TestSite } from './testing/site.ts'

type Audience = 'everyone' | 'signedIn' | 'experts' | 'organisers'

/** Who may call what at all. Every endpoint that the program serves is listed; rules about single objects are below. */
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
  'POST /api/enrolments/{id}/waiting/addition': 'organisers',
  'POST /api/enrolments/{id}/waiting/removal': 'organisers',
  'GET /api/activities/{id}/waiting': 'organisers',
  'POST /api/enrolments/{id}/revival': 'signedIn',
  'GET /api/activities/{id}/next-step': 'everyone',
  'PUT /api/activities/{id}/opening-wish': 'signedIn',
  'DELETE /api/activities/{id}/opening-wish': 'signedIn',
  'GET /api/search': 'everyone',
  'GET /api/signing-keys': 'everyone',
  'POST /api/enrolments/decisions': 'organisers',
  'GET /api/enrolments': 'organisers',
  'GET /api/enrolments/choices': 'organisers',
  'GET /api/enrolments/export': 'organisers',
  'GET /api/activities/{id}/files': 'organisers',
  'GET /api/enrolments/{id}/dossier': 'organisers',
  'GET /api/enrolments/queue': 'organisers',
  'GET /api/enrolments/{id}/neighbours': 'organisers',
  'POST /api/teams/{id}/extensions': 'organisers',
  'GET /api/activities/{id}/recommendation': 'organisers',
  'PUT /api/activities/{id}/recommendation': 'organisers',
  'GET /api/recommendations/activities': 'organisers',
  'GET /api/recommendations/{activity}/progress': 'organisers',
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
  'GET /api/works': 'organisers',
  'GET /api/works/export': 'organisers',
  'GET /api/works/{id}/dossier': 'organisers',
  'GET /api/works/queue': 'organisers',
  'GET /api/works/{id}/neighbours': 'organisers',
  'POST /api/works/decisions': 'organisers',
  'POST /api/works/{id}/leaks': 'organisers',
  'POST /api/works/{id}/blanked-words': 'organisers',
  'POST /api/works/{id}/blanked-words/removal': 'organisers',
  'POST /api/works/{id}/redactions/{redaction}/decision': 'organisers',
  'POST /api/works/bundles': 'organisers',
  'GET /api/works/{id}/files/{file}/blind': 'organisers',
  'GET /api/works/{id}/files/{file}/pages': 'organisers',
  'GET /api/works/{id}/files/{file}/blind/pages': 'organisers',
  'GET /api/works/{id}/cover': 'organisers',
  'GET /api/works/{id}/files/{file}/cover': 'organisers',
  'GET /api/works/{id}/submissions/{number}/manifest.json': 'signedIn',
  'GET /api/works/{id}/submissions/{number}/receipt.pdf': 'signedIn',
  'GET /api/works/{id}/submissions/{number}': 'signedIn',
  'GET /api/certificate-templates': 'organisers',
  'GET /api/certificate-templates/{id}': 'organisers',
  'POST /api/certificate-templates': 'organisers',
  'PUT /api/certificate-templates/{id}': 'organisers',
  'DELETE /api/certificate-templates/{id}': 'organisers',
  'POST /api/certificate-templates/preview': 'organisers',
  'POST /api/certificate-templates/check': 'organisers',
  'GET /api/certificate-series': 'organisers',
  'POST /api/certificate-series': 'organisers',
  'GET /api/certificate-issues': 'organisers',
  'GET /api/certificate-issues/{id}': 'organisers',
  'POST /api/certificate-issues': 'organisers',
  'PUT /api/certificate-issues/{id}': 'organisers',
  'DELETE /api/certificate-issues/{id}': 'organisers',
  'POST /api/certificate-issues/{id}/sheet': 'organisers',
  'GET /api/certificate-issues/{id}/sheet/template': 'organisers',
  'GET /api/certificate-issues/{id}/plan': 'organisers',
  'POST /api/certificate-issues/{id}/start': 'organisers',
  'POST /api/certificate-issues/{id}/notifications': 'organisers',
  'GET /api/certificates': 'organisers',
  'GET /api/certificates/{id}': 'organisers',
  'GET /api/certificates/{id}/pdf': 'signedIn',
  'GET /api/certificates/{id}/picture': 'signedIn',
  'POST /api/certificates/{id}/revocation': 'organisers',
  'POST /api/certificates/{id}/replacement': 'organisers',
  'POST /api/certificates/bundles': 'organisers',
  'GET /api/account/certificates': 'signedIn',
  'POST /api/account/certificates/corrections': 'signedIn',
  'DELETE /api/account/certificates/corrections/{id}': 'signedIn',
  'GET /api/certificate-corrections': 'organisers',
  'POST /api/certificate-corrections/{id}/decision': 'organisers',
  'GET /api/certificate-verification/{number}': 'everyone',
  'GET /api/certificate-verification': 'everyone',
  'GET /api/rounds': 'organisers',
  'POST /api/rounds': 'organisers',
  'GET /api/rounds/{id}': 'organisers',
  'PUT /api/rounds/{id}': 'organisers',
  'DELETE /api/rounds/{id}': 'organisers',
  'POST /api/rounds/{id}/steps': 'organisers',
  'GET /api/rounds/{id}/works': 'organisers',
  'POST /api/rounds/{id}/works': 'organisers',
  'POST /api/rounds/{id}/works/{entry}/removal': 'organisers',
  'POST /api/rounds/{id}/plan': 'organisers',
  'GET /api/rounds/{id}/plan': 'organisers',
  'POST /api/rounds/{id}/plan/publication': 'organisers',
  'GET /api/rounds/{id}/grid': 'organisers',
  'GET /api/rounds/{id}/works/{entry}/assignments': 'organisers',
  'POST /api/rounds/{id}/works/{entry}/assignments': 'organisers',
  'POST /api/rounds/{id}/assignments/{assignment}/removal': 'organisers',
  'POST /api/rounds/{id}/reviewers/{reviewer}/replacement': 'organisers',
  'GET /api/rounds/{id}/reviewers': 'organisers',
  'POST /api/rounds/{id}/reviewers': 'organisers',
  'GET /api/rounds/{id}/candidates': 'organisers',
  'POST /api/rounds/{id}/reviewers/import': 'organisers',
  'GET /api/rounds/{id}/reviewers/import/template': 'organisers',
  'PUT /api/rounds/{id}/reviewers/{reviewer}': 'organisers',
  'POST /api/rounds/{id}/reviewers/{reviewer}/invitation': 'organisers',
  'GET /api/rounds/{id}/panels': 'organisers',
  'PUT /api/rounds/{id}/panels': 'organisers',
  'GET /api/rounds/{id}/conflicts': 'organisers',
  'POST /api/rounds/{id}/conflicts': 'organisers',
  'POST /api/rounds/{id}/conflicts/search': 'organisers',
  'POST /api/rounds/{id}/conflicts/{conflict}/lifting': 'organisers',
  'GET /api/rounds/{id}/board': 'organisers',
  'POST /api/rounds/{id}/reminders': 'organisers',
  'GET /api/rounds/{id}/flags': 'organisers',
  'POST /api/rounds/{id}/flags/{flag}/resolution': 'organisers',
  'GET /api/rounds/{id}/works/{entry}/sheets': 'organisers',
  'POST /api/rounds/{id}/assignments/{assignment}/reopening': 'organisers',
  'GET /api/rounds/{id}/integrity': 'organisers',
  'POST /api/rounds/{id}/settlement': 'organisers',
  'GET /api/rounds/{id}/settlement': 'organisers',
  'GET /api/rounds/{id}/sheets/export': 'organisers',
  'GET /api/rounds/{id}/print': 'organisers',
  'GET /api/results/activities': 'organisers',
  'GET /api/results/activities/{id}': 'organisers',
  'PUT /api/results/activities/{id}/rules': 'organisers',
  'POST /api/results/activities/{id}/simulation': 'organisers',
  'POST /api/results/activities/{id}/lists': 'organisers',
  'GET /api/results/lists/{id}': 'organisers',
  'GET /api/results/lists/{id}/rows': 'organisers',
  'GET /api/results/lists/{id}/rankings': 'organisers',
  'GET /api/results/lists/{id}/difference': 'organisers',
  'POST /api/results/lists/{id}/ties': 'organisers',
  'POST /api/results/lists/{id}/adjustments': 'organisers',
  'DELETE /api/results/decisions/{id}': 'organisers',
  'POST /api/results/lists/{id}/steps': 'organisers',
  'GET /api/results/lists/{id}/export': 'organisers',
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
  'GET /api/cases': 'organisers',
  'GET /api/cases/{id}': 'organisers',
  'POST /api/cases/{id}/looks': 'organisers',
  'POST /api/cases/{id}/admission': 'organisers',
  'POST /api/cases/{id}/investigation': 'organisers',
  'POST /api/cases/{id}/statement-request': 'organisers',
  'POST /api/cases/{id}/messages': 'organisers',
  'POST /api/cases/{id}/ruling': 'organisers',
  'GET /api/cases/{id}/sheets': 'organisers',
  'GET /api/arbiters': 'organisers',
  'POST /api/arbiters': 'organisers',
  'DELETE /api/arbiters/{id}': 'organisers',
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
  'POST /api/account/logout': 'everyone',
  'POST /api/account/password/reset': 'everyone',
  'POST /api/messages': 'everyone',

  'PUT /api/user/user/{uid}': 'signedIn',
  'PUT /api/account/password': 'signedIn',
  'GET /api/account/sessions': 'signedIn',
  'DELETE /api/account/sessions/{id}': 'signedIn',
  'DELETE /api/account/sessions': 'signedIn',
  'GET /api/account/identities': 'signedIn',
  'DELETE /api/account/identities/{id}': 'signedIn',
  'POST /api/account/contact/code': 'signedIn',
  'PUT /api/account/contact': 'signedIn',
  'POST /api/account/second-factor': 'signedIn',
  'PUT /api/account/second-factor': 'signedIn',
  'POST /api/account/second-factor/removal': 'signedIn',
  'POST /api/account/second-factor/recovery-codes': 'signedIn',
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

  'GET /api/phases': 'organisers',
  'POST /api/phases': 'organisers',
  'GET /api/phases/effects': 'organisers',
  'GET /api/phases/{id}': 'organisers',
  'PUT /api/phases/{id}': 'organisers',
  'DELETE /api/phases/{id}': 'organisers',
  'GET /api/extensions': 'organisers',
  'POST /api/extensions/{id}/revocation': 'organisers',
  'GET /api/teams': 'organisers',
  'GET /api/dashboard': 'organisers',
  'GET /api/contest-lines': 'organisers',
  'GET /api/office/counts': 'organisers',
  'GET /api/office/search': 'organisers',
  'GET /api/disk-space': 'organisers',
  'GET /api/office/first-steps': 'organisers',
  'GET /api/office/beginning': 'organisers',
  'POST /api/office/beginning': 'organisers',
  'GET /api/office/demo-content': 'organisers',
  'GET /api/documents/{name}/source': 'organisers',
  'POST /api/documents/{name}': 'organisers',
  'GET /api/pages': 'organisers',
  'GET /api/pages/{name}/draft': 'organisers',
  'PUT /api/pages/{name}/draft': 'organisers',
  'POST /api/pages/{name}/publication': 'organisers',
  'POST /api/pages/{name}/preview': 'organisers',
  'GET /api/articles': 'organisers',
  'POST /api/articles': 'organisers',
  'POST /api/articles/preview': 'organisers',
  'GET /api/articles/{id}': 'organisers',
  'PUT /api/articles/{id}': 'organisers',
  'DELETE /api/articles/{id}': 'organisers',
  'POST /api/articles/{id}/state': 'organisers',
  'GET /api/users': 'organisers',
  'POST /api/users': 'organisers',
  'GET /api/users/{uid}': 'organisers',
  'GET /api/users/{uid}/contest': 'organisers',
  'PUT /api/users/{uid}/status': 'organisers',
  'PUT /api/users/{uid}/contacts': 'organisers',
  'DELETE /api/users/{uid}/sessions': 'organisers',
  'DELETE /api/users/{uid}/second-factor': 'organisers',
  'GET /api/users/export': 'organisers',
  'GET /api/institution-choices': 'signedIn',
  'GET /api/institution-choices/{id}': 'signedIn',
  'GET /api/institutions': 'organisers',
  'GET /api/institutions/{id}': 'organisers',
  'POST /api/institutions': 'organisers',
  'PUT /api/institutions/{id}': 'organisers',
  'POST /api/institutions/{id}/state': 'organisers',
  'POST /api/institutions/import': 'organisers',
  'GET /api/institutions/import/template': 'organisers',
  'GET /api/institutions/{id}/merge': 'organisers',
  'POST /api/institutions/{id}/merge': 'organisers',
  'GET /api/institution-merges': 'organisers',
  'POST /api/institution-merges/{id}/undoing': 'organisers',
  'GET /api/institution-spellings': 'organisers',
  'POST /api/institution-spellings': 'organisers',
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
  'POST /api/users/import': 'organisers',
  'GET /api/users/import/template': 'organisers',
  'POST /api/users/import/report': 'organisers',
  'GET /api/settings': 'organisers',
  'PUT /api/settings': 'organisers',
  'GET /api/settings/site': 'organisers',
  'PUT /api/settings/site': 'organisers',
  'GET /api/settings/mail': 'organisers',
  'PUT /api/settings/mail': 'organisers',
  'DELETE /api/settings/mail': 'organisers',
  'POST /api/settings/mail/test': 'organisers',
  'GET /api/announcements': 'organisers',
  'POST /api/announcements': 'organisers',
  'GET /api/announcements/{id}': 'organisers',
  'PUT /api/announcements/{id}': 'organisers',
  'DELETE /api/announcements/{id}': 'organisers',
  'POST /api/announcements/recipients': 'organisers',
  'POST /api/announcements/preview': 'organisers',
  'POST /api/announcements/test': 'organisers',
  'POST /api/announcements/{id}/send': 'organisers',
  'GET /api/messages': 'organisers',
  'GET /api/messages/{id}': 'organisers',
  'POST /api/messages/{id}/answers': 'organisers',
  'PUT /api/messages/{id}/state': 'organisers',
  'GET /api/materials/sources': 'organisers',
  'GET /api/materials/{id}/source': 'organisers',
  'POST /api/materials': 'organisers',
  'PUT /api/materials/{id}': 'organisers',
  'PUT /api/materials/{id}/state': 'organisers',
  'DELETE /api/materials/{id}': 'organisers',
  'POST /api/materials/preview': 'organisers',
  'GET /api/audit': 'organisers',
  'GET /api/revisions/{kind}/{id}': 'organisers',
  'GET /api/revisions/{kind}/{id}/{number}': 'organisers',
  'GET /api/banners/all': 'organisers',
  'POST /api/banners': 'organisers',
  'PUT /api/banners/order': 'organisers',
  'GET /api/banners/{id}': 'organisers',
  'PUT /api/banners/{id}': 'organisers',
  'PUT /api/banners/{id}/visible': 'organisers',
  'DELETE /api/banners/{id}': 'organisers',
  'GET /api/experts/all': 'organisers',
  'POST /api/experts': 'organisers',
  'GET /api/experts/order': 'organisers',
  'PUT /api/experts/order': 'organisers',
  'GET /api/experts/{id}': 'organisers',
  'PUT /api/experts/{id}': 'organisers',
  'PUT /api/experts/{id}/state': 'organisers',
  'DELETE /api/experts/{id}': 'organisers',
  'GET /api/partners/all': 'organisers',
  'POST /api/partners': 'organisers',
  'PUT /api/partners/order': 'organisers',
  'GET /api/partners/{id}': 'organisers',
  'PUT /api/partners/{id}': 'organisers',
  'PUT /api/partners/{id}/visible': 'organisers',
  'DELETE /api/partners/{id}': 'organisers',
  'GET /api/activities/all': 'organisers',
  'POST /api/activities': 'organisers',
  'POST /api/activities/preview': 'organisers',
  'GET /api/activities/order': 'organisers',
  'PUT /api/activities/order': 'organisers',
  'GET /api/activities/{id}/source': 'organisers',
  'PUT /api/activities/{id}': 'organisers',
  'DELETE /api/activities/{id}': 'organisers',
  'PUT /api/activities/{id}/state': 'organisers',
  'POST /api/activities/{id}/copies': 'organisers',
  'GET /api/editions': 'organisers',
  'GET /api/editions/{id}/checks': 'organisers',
  'POST /api/editions': 'organisers',
  'POST /api/editions/{id}/phases': 'organisers',
  'PUT /api/editions/{id}': 'organisers',
  'PUT /api/editions/{id}/current': 'organisers',
  'GET /api/outbox': 'organisers',
  'POST /api/outbox/{id}/again': 'organisers',
  'GET /api/access-tokens': 'organisers',
  'POST /api/access-tokens': 'organisers',
  'POST /api/access-tokens/{id}/end': 'organisers',
  'GET /api/tasks': 'organisers',
  'GET /api/tasks/{id}': 'organisers',
  'POST /api/tasks/{id}/cancellation': 'organisers',
  'POST /api/tasks/{id}/retry': 'organisers',
  'GET /api/tasks/{id}/file': 'organisers',

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

const roles = ['visitor', 'user', 'expert', 'admin', 'admin without the required second factor'] as const
type Role = (typeof roles)[number]

const refusalOf = (audience: Audience, role: Role): keyof typeof catalogue | undefined => {
  if (audience === 'everyone') return undefined
  if (role === 'visitor') return 'session.required'
  if (audience === 'experts') return role === 'expert' ? undefined : 'access.refused'
  if (audience === 'signedIn' || role === 'admin') return undefined
  return role === 'user' || role === 'expert' ? 'access.refused' : 'secondFactor.missing'
}

/** Roles between which the audience makes a difference: what everyone may do is tried as a visitor alone. */
const triedRoles: Record<Audience, readonly Role[]> = {
  everyone: ['visitor'],
  signedIn: ['visitor', 'user', 'admin without the required second factor'],
  experts: ['visitor', 'user', 'expert', 'admin'],
  organisers: roles,
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

/** A user of this role with their own session: some calls end it. */
const headersOf = async (role: Role): Promise<Record<string, string>> => {
  const headers = { 'x-forwarded-for': nextAddress() }
  if (role === 'visitor') return headers
  const access = role.startsWith('admin') ? 'admin' : (role as 'user' | 'expert')
  return { ...headers, ...(await createPerson(site, { access })).headers }
}

const nobody = '01890000-0000-7000-8000-000000000000'

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
  const refusal = refusalOf(audience, role)
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
  const tried = Object.entries(audiences).filter(([, audience]) => triedRoles[audience].includes(role))
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
