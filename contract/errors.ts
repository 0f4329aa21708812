import { noSession } from './answer-codes.ts'

/** How the browser presents a failure. */
export const showTypes = { silent: 0, warning: 1, error: 2, notification: 4, page: 9 } as const

type ParameterKind = 'string' | 'number'

interface CatalogueEntry {
  code: number
  /** HTTP status of the response. */
  status: number
  showType: (typeof showTypes)[keyof typeof showTypes]
  /** Parameters of the message; type-checked where the error is thrown. */
  params: Readonly<Record<string, ParameterKind>>
}

/**
 * All errors of the API. The message is `error.<name>` in every language.
 * Numbers are never reused. 401 and 4002 are fixed, because existing clients depend on them.
 */
export const catalogue = {
  'session.required': { code: 401, status: 401, showType: showTypes.silent, params: {} },
  'session.none': { code: noSession, status: 200, showType: showTypes.silent, params: {} },

  'request.invalid': { code: 10001, status: 422, showType: showTypes.silent, params: {} },
  'request.malformed': { code: 10002, status: 400, showType: showTypes.error, params: {} },
  'request.unsupportedType': { code: 10003, status: 415, showType: showTypes.error, params: {} },
  'request.tooLarge': { code: 10004, status: 413, showType: showTypes.error, params: { limitKb: 'number' } },
  'request.headersTooLarge': { code: 10005, status: 431, showType: showTypes.error, params: {} },
  'request.tooSlow': { code: 10006, status: 408, showType: showTypes.error, params: {} },
  'request.foreignOrigin': { code: 10007, status: 403, showType: showTypes.error, params: {} },
  'request.keyReused': { code: 10009, status: 422, showType: showTypes.error, params: {} },
  'request.tooManyValues': { code: 10010, status: 413, showType: showTypes.error, params: {} },
  'request.tooMany': { code: 10008, status: 429, showType: showTypes.warning, params: { seconds: 'number' } },

  'resource.notFound': { code: 10101, status: 404, showType: showTypes.error, params: {} },

  'resource.changed': { code: 10102, status: 409, showType: showTypes.warning, params: {} },
  'access.refused': { code: 10103, status: 403, showType: showTypes.error, params: {} },

  'server.failed': { code: 10201, status: 500, showType: showTypes.error, params: { requestId: 'string' } },
  'server.busy': { code: 10202, status: 503, showType: showTypes.warning, params: {} },
  'server.databaseAway': { code: 10203, status: 503, showType: showTypes.error, params: {} },
  'server.storageAway': { code: 10205, status: 503, showType: showTypes.error, params: {} },
  'server.diskFull': { code: 10204, status: 507, showType: showTypes.error, params: {} },

  'news.notFound': { code: 20101, status: 404, showType: showTypes.error, params: {} },

  'material.notFound': { code: 20201, status: 404, showType: showTypes.error, params: {} },
  'material.fileNeeded': { code: 20202, status: 422, showType: showTypes.error, params: {} },
  'material.textNeeded': { code: 20203, status: 422, showType: showTypes.error, params: {} },
  'banner.notFound': { code: 20301, status: 404, showType: showTypes.error, params: {} },
  'banner.windowEmpty': { code: 20302, status: 422, showType: showTypes.error, params: {} },
  'expert.notFound': { code: 20401, status: 404, showType: showTypes.error, params: {} },
  'expert.accountUnfit': { code: 20402, status: 422, showType: showTypes.error, params: {} },
  'expert.accountTaken': { code: 20403, status: 422, showType: showTypes.error, params: {} },
  'partner.notFound': { code: 20501, status: 404, showType: showTypes.error, params: {} },
  'page.notFound': { code: 20601, status: 404, showType: showTypes.error, params: {} },
  'page.blockTaken': { code: 20602, status: 422, showType: showTypes.error, params: { block: 'string' } },
  'revision.notFound': { code: 20701, status: 404, showType: showTypes.error, params: {} },
  'content.moveRefused': { code: 20702, status: 409, showType: showTypes.error, params: {} },
  'content.dateNeeded': { code: 20703, status: 422, showType: showTypes.error, params: {} },
  'content.tooMany': { code: 20704, status: 409, showType: showTypes.error, params: { most: 'number' } },
  'content.dateAhead': { code: 20705, status: 422, showType: showTypes.error, params: {} },
  'message.notFound': { code: 20801, status: 404, showType: showTypes.error, params: {} },
  'message.tooMany': { code: 20802, status: 429, showType: showTypes.warning, params: { minutes: 'number' } },
  'message.answered': { code: 20803, status: 409, showType: showTypes.error, params: {} },
  'message.noMail': { code: 20804, status: 422, showType: showTypes.error, params: {} },
  'message.mailOff': { code: 20805, status: 409, showType: showTypes.error, params: {} },
  'activity.notFound': { code: 20901, status: 404, showType: showTypes.error, params: {} },
  'edition.notFound': { code: 20902, status: 404, showType: showTypes.error, params: {} },
  'phase.notFound': { code: 20911, status: 404, showType: showTypes.error, params: {} },
  'phase.windowEmpty': { code: 20912, status: 422, showType: showTypes.error, params: {} },
  'phase.taken': { code: 20913, status: 409, showType: showTypes.error, params: {} },
  'activity.codeTaken': { code: 20903, status: 422, showType: showTypes.error, params: { code: 'string' } },
  'activity.codeFixed': { code: 20904, status: 422, showType: showTypes.error, params: {} },
  'activity.hasTeams': { code: 20905, status: 409, showType: showTypes.error, params: {} },
  'activity.sizesReversed': { code: 20906, status: 422, showType: showTypes.error, params: {} },
  'activity.teamLarger': { code: 20907, status: 422, showType: showTypes.error, params: { size: 'number' } },
  'activity.teamSmaller': { code: 20908, status: 422, showType: showTypes.error, params: { size: 'number' } },
  'activity.advisorsMore': { code: 20909, status: 422, showType: showTypes.error, params: { count: 'number' } },
  'activity.placesTaken': { code: 20910, status: 422, showType: showTypes.error, params: { taken: 'number' } },
  'activity.fieldAnswered': {
    code: 20931,
    status: 422,
    showType: showTypes.error,
    params: { label: 'string', count: 'number' },
  },
  'activity.optionChosen': { code: 20932, status: 422, showType: showTypes.error, params: { option: 'string' } },
  'activity.idTwice': { code: 20933, status: 422, showType: showTypes.error, params: {} },
  'activity.limitsReversed': { code: 20934, status: 422, showType: showTypes.error, params: {} },
  'activity.optionsTooFew': { code: 20935, status: 422, showType: showTypes.error, params: { least: 'number' } },
  'activity.conditionLater': { code: 20940, status: 422, showType: showTypes.error, params: {} },
  'activity.conditionUnfit': { code: 20941, status: 422, showType: showTypes.error, params: {} },
  'activity.conditionOption': { code: 20942, status: 422, showType: showTypes.error, params: {} },
  'activity.profileUnfit': { code: 20943, status: 422, showType: showTypes.error, params: {} },
  'activity.undeletable': { code: 20936, status: 409, showType: showTypes.error, params: {} },
  'edition.yearTaken': { code: 20920, status: 422, showType: showTypes.error, params: { year: 'number' } },
  'edition.yearFixed': { code: 20921, status: 422, showType: showTypes.error, params: {} },

  'team.notFound': { code: 40201, status: 404, showType: showTypes.error, params: {} },
  'team.full': { code: 40202, status: 409, showType: showTypes.error, params: { most: 'number' } },
  'team.advisorsFull': { code: 40203, status: 409, showType: showTypes.error, params: { most: 'number' } },
  'team.frozen': { code: 40204, status: 409, showType: showTypes.error, params: {} },
  'team.captainOnly': { code: 40205, status: 403, showType: showTypes.error, params: {} },
  'team.alreadyIn': { code: 40206, status: 409, showType: showTypes.error, params: {} },
  'team.advisesEnough': { code: 40207, status: 409, showType: showTypes.error, params: { most: 'number' } },
  'team.captainStays': { code: 40208, status: 409, showType: showTypes.error, params: {} },
  'team.memberNeeded': { code: 40209, status: 409, showType: showTypes.error, params: {} },
  'team.nameDiffers': { code: 40210, status: 422, showType: showTypes.error, params: {} },
  'team.codeInvalid': { code: 40211, status: 404, showType: showTypes.error, params: {} },
  'team.orderDiffers': { code: 40212, status: 409, showType: showTypes.error, params: {} },
  'team.enrolled': { code: 40213, status: 409, showType: showTypes.error, params: {} },
  'invitation.notFound': { code: 40220, status: 404, showType: showTypes.error, params: {} },
  'invitation.over': { code: 40221, status: 409, showType: showTypes.error, params: {} },
  'invitation.nobody': { code: 40222, status: 422, showType: showTypes.error, params: {} },
  'invitation.alreadyIn': { code: 40223, status: 422, showType: showTypes.error, params: {} },
  'invitation.pending': { code: 40224, status: 422, showType: showTypes.error, params: {} },
  'invitation.tooManyToday': {
    code: 40226,
    status: 429,
    showType: showTypes.warning,
    params: { most: 'number', hours: 'number' },
  },
  'invitation.tooMany': { code: 40225, status: 429, showType: showTypes.warning, params: { most: 'number' } },

  'enrolment.full': { code: 40301, status: 409, showType: showTypes.error, params: {} },
  'waiting.off': { code: 40340, status: 409, showType: showTypes.error, params: {} },
  'waiting.notFull': { code: 40341, status: 409, showType: showTypes.error, params: {} },
  'waiting.notOffered': { code: 40342, status: 409, showType: showTypes.error, params: { position: 'number' } },
  'waiting.expired': { code: 40343, status: 409, showType: showTypes.error, params: {} },
  'waiting.none': { code: 40344, status: 409, showType: showTypes.error, params: {} },
  'enrolment.unscheduled': { code: 40302, status: 409, showType: showTypes.error, params: {} },
  'activity.notUpcoming': { code: 40350, status: 409, showType: showTypes.error, params: {} },
  'enrolment.notOpen': { code: 40303, status: 409, showType: showTypes.error, params: { opensAt: 'string' } },
  'enrolment.closed': { code: 40304, status: 409, showType: showTypes.error, params: { closedAt: 'string' } },
  'enrolment.notFound': { code: 40305, status: 404, showType: showTypes.error, params: {} },
  'enrolment.moveRefused': { code: 40306, status: 409, showType: showTypes.error, params: {} },
  'enrolment.teamTooSmall': { code: 40307, status: 409, showType: showTypes.error, params: { least: 'number' } },
  'enrolment.membersIncomplete': { code: 40308, status: 409, showType: showTypes.error, params: { names: 'string' } },
  'enrolment.answersIncomplete': { code: 40309, status: 422, showType: showTypes.error, params: { count: 'number' } },
  'enrolment.membersOnly': { code: 40310, status: 403, showType: showTypes.error, params: {} },
  'enrolment.answersClosed': { code: 40311, status: 409, showType: showTypes.error, params: {} },
  'enrolment.reasonNeeded': { code: 40312, status: 422, showType: showTypes.error, params: {} },
  'enrolment.revisedSince': { code: 40314, status: 409, showType: showTypes.error, params: {} },
  'enrolment.archived': { code: 40315, status: 409, showType: showTypes.error, params: {} },
  'enrolment.ownTeam': { code: 40330, status: 403, showType: showTypes.error, params: {} },
  'extension.tooShort': { code: 40313, status: 422, showType: showTypes.error, params: {} },
  'extension.notFound': { code: 40321, status: 404, showType: showTypes.error, params: {} },
  'extension.over': { code: 40322, status: 409, showType: showTypes.error, params: {} },

  'signIn.wrong': { code: 30101, status: 422, showType: showTypes.error, params: {} },
  'signIn.disabled': { code: 30102, status: 422, showType: showTypes.error, params: {} },
  'signIn.tooMany': { code: 30103, status: 429, showType: showTypes.warning, params: { seconds: 'number' } },
  'proof.required': { code: 30104, status: 422, showType: showTypes.silent, params: {} },
  'proof.refused': { code: 30105, status: 422, showType: showTypes.error, params: {} },
  'consent.required': { code: 30106, status: 422, showType: showTypes.silent, params: {} },
  'code.wrong': { code: 30107, status: 422, showType: showTypes.error, params: {} },
  'code.tooSoon': { code: 30108, status: 429, showType: showTypes.warning, params: { seconds: 'number' } },
  'channel.countryNotServed': { code: 30111, status: 422, showType: showTypes.error, params: { countries: 'string' } },
  'channel.none': { code: 30110, status: 422, showType: showTypes.error, params: {} },

  'password.wrong': { code: 30201, status: 422, showType: showTypes.error, params: {} },
  'password.common': { code: 30202, status: 422, showType: showTypes.error, params: {} },
  'password.personal': { code: 30203, status: 422, showType: showTypes.error, params: {} },
  'password.same': { code: 30204, status: 422, showType: showTypes.error, params: {} },
  'password.none': { code: 30205, status: 422, showType: showTypes.error, params: {} },

  'secondFactor.required': { code: 30301, status: 422, showType: showTypes.silent, params: {} },
  'secondFactor.wrong': { code: 30302, status: 422, showType: showTypes.error, params: {} },
  'secondFactor.missing': { code: 30303, status: 403, showType: showTypes.error, params: {} },
  'secondFactor.exists': { code: 30304, status: 409, showType: showTypes.error, params: {} },
  'secondFactor.demanded': { code: 30305, status: 422, showType: showTypes.error, params: {} },
  'secondFactor.unreadable': { code: 30307, status: 422, showType: showTypes.error, params: {} },
  'secondFactor.none': { code: 30306, status: 422, showType: showTypes.error, params: {} },

  'account.notFound': { code: 30401, status: 404, showType: showTypes.error, params: {} },
  'account.usernameTaken': { code: 30402, status: 422, showType: showTypes.error, params: {} },
  'account.contactTaken': { code: 30403, status: 422, showType: showTypes.error, params: {} },
  'account.regionUnknown': { code: 30404, status: 422, showType: showTypes.error, params: {} },
  'account.lastAdmin': { code: 30405, status: 409, showType: showTypes.error, params: {} },
  'account.ownAccess': { code: 30406, status: 422, showType: showTypes.error, params: {} },
  'account.nameDiffers': { code: 30407, status: 422, showType: showTypes.error, params: {} },
  'account.leadsTeams': { code: 30413, status: 422, showType: showTypes.error, params: { teams: 'string' } },
  'account.usernameMixed': { code: 30410, status: 422, showType: showTypes.error, params: {} },
  'account.usernameLooksAlike': { code: 30411, status: 422, showType: showTypes.error, params: {} },
  'account.fieldFixed': { code: 30412, status: 422, showType: showTypes.error, params: {} },
  'account.nameHoldsAddress': { code: 30409, status: 422, showType: showTypes.error, params: {} },
  'account.contactNeeded': { code: 30408, status: 422, showType: showTypes.error, params: {} },
  'demo.none': { code: 31101, status: 409, showType: showTypes.error, params: {} },
  'demo.titleDiffers': { code: 31102, status: 422, showType: showTypes.error, params: {} },
  'demo.inUse': { code: 31103, status: 409, showType: showTypes.error, params: { teams: 'number' } },
  'mail.operatorSet': { code: 31201, status: 409, showType: showTypes.error, params: {} },
  'mail.passwordNeeded': { code: 31202, status: 422, showType: showTypes.error, params: {} },
  'mail.demo': { code: 31203, status: 409, showType: showTypes.warning, params: {} },
  'mail.none': { code: 31204, status: 409, showType: showTypes.error, params: {} },
  'session.notFound': { code: 30501, status: 404, showType: showTypes.error, params: {} },

  'document.notFound': { code: 30601, status: 404, showType: showTypes.error, params: {} },
  'notice.notFound': { code: 30701, status: 404, showType: showTypes.error, params: {} },
  'announcement.notFound': { code: 30711, status: 404, showType: showTypes.error, params: {} },
  'announcement.sent': { code: 30712, status: 409, showType: showTypes.error, params: {} },
  'announcement.nobody': { code: 30713, status: 422, showType: showTypes.error, params: {} },
  'announcement.audienceChanged': {
    code: 30714,
    status: 409,
    showType: showTypes.warning,
    params: { people: 'number' },
  },
  'outbox.notFound': { code: 30801, status: 404, showType: showTypes.error, params: {} },
  'outbox.notFailed': { code: 30802, status: 409, showType: showTypes.error, params: {} },
  'outbox.outdated': { code: 30803, status: 409, showType: showTypes.error, params: {} },

  'file.notFound': { code: 30901, status: 404, showType: showTypes.error, params: {} },
  'file.tooLarge': { code: 30902, status: 413, showType: showTypes.error, params: { limitMb: 'number' } },
  'file.noPicture': { code: 30903, status: 422, showType: showTypes.error, params: {} },
  'file.wrongType': { code: 30904, status: 422, showType: showTypes.error, params: {} },
  'file.refused': { code: 30905, status: 422, showType: showTypes.error, params: {} },
  'file.inUse': { code: 30906, status: 409, showType: showTypes.error, params: {} },
  'file.noSuchRange': { code: 30907, status: 416, showType: showTypes.silent, params: {} },
  'upload.notFound': { code: 30910, status: 404, showType: showTypes.error, params: {} },
  'upload.elsewhere': { code: 30911, status: 409, showType: showTypes.silent, params: {} },
  'upload.tooMany': { code: 30912, status: 429, showType: showTypes.warning, params: { most: 'number' } },
  'upload.wrongProtocol': { code: 30913, status: 412, showType: showTypes.error, params: {} },
  'upload.noRoom': { code: 30914, status: 413, showType: showTypes.error, params: { limitMb: 'number' } },
  'sheet.unreadable': { code: 31001, status: 422, showType: showTypes.error, params: {} },
  'sheet.empty': { code: 31002, status: 422, showType: showTypes.error, params: {} },
  'sheet.tooLong': { code: 31003, status: 422, showType: showTypes.error, params: { most: 'number' } },
} as const satisfies Record<string, CatalogueEntry>

export type ErrorName = keyof typeof catalogue

type Value<Kind> = Kind extends 'number' ? number : string

export type ErrorParams<Name extends ErrorName> = {
  [Key in keyof (typeof catalogue)[Name]['params']]: Value<(typeof catalogue)[Name]['params'][Key]>
}
