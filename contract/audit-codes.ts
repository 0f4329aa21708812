import { accesses, accountStatuses, documentNames, outboxStates } from './account-values.ts'
import { audienceBases, audienceStates } from './announcement-values.ts'
import { articleKinds } from './article-kinds.ts'
import { caseEffects, caseStates } from './case-values.ts'
import {
  certificateKinds,
  certificateStates,
  correctionStates,
  issueSources,
  issueStates,
} from './certificate-values.ts'
import { phaseKinds } from './competition-values.ts'
import { enrolmentStates, personalColumns, sheetRows } from './enrolment-values.ts'
import { expertFields, partnerRoles } from './expert-values.ts'
import { filePurposes, type FilePurpose } from './file-values.ts'
import { fieldTypes, fileKindNames, profileOwners, profileValues } from './form-values.ts'
import { mailSecurities } from './mail-server-values.ts'
import { materialCategories, materialKinds } from './material-values.ts'
import { messageStates } from './message-values.ts'
import { newsCategories } from './news-categories.ts'
import { keptContents } from './office-values.ts'
import { publishStates } from './publish-values.ts'
import {
  aggregates,
  assignmentStates,
  conflictKinds,
  declineKinds,
  flagKinds,
  reviewerStates,
  roundKinds,
  roundModes,
  roundStates,
} from './review-values.ts'
import { borderTies, listStates, publicColumns, quotaRoundings, resultDecisionKinds } from './result-values.ts'
import { contentWidths, menuLayouts, navThemes } from './settings.ts'
import { taskStates } from './task-values.ts'
import { teamRoles } from './team-values.ts'
import { leakJudgements, partKinds, workMarks, workStates } from './work-values.ts'

/** Values of the audit log that are from a fixed list. Each of them has a label in the office. */
export const auditCodes = {
  access: accesses,
  accountStatus: accountStatuses,
  document: documentNames,
  outboxState: outboxStates,
  audienceBase: audienceBases,
  audienceState: audienceStates,
  articleKind: articleKinds,
  newsCategory: newsCategories,
  materialKind: materialKinds,
  materialCategory: materialCategories,
  publishState: publishStates,
  phaseKind: phaseKinds,
  enrolmentState: enrolmentStates,
  sheetRows,
  personalColumns,
  expertField: expertFields,
  partnerRole: partnerRoles,
  teamRole: teamRoles,
  filePurpose: ['avatar', ...(Object.keys(filePurposes) as FilePurpose[])],
  fieldType: fieldTypes,
  fileKind: fileKindNames,
  profileOwner: profileOwners,
  profileValue: profileValues,
  mailSecurity: mailSecurities,
  messageState: messageStates,
  keptContent: keptContents,
  contentWidth: contentWidths,
  menuLayout: menuLayouts,
  navTheme: navThemes,
  taskState: taskStates,
  partKind: partKinds,
  leakJudgement: leakJudgements,
  workMark: workMarks,
  workState: workStates,
  roundState: roundStates,
  roundMode: roundModes,
  aggregate: aggregates,
  /** Of a round, of the rules for ties, and of what goes on. */
  ruleKind: [...roundKinds, 'criterion', 'median', 'chair', 'none', 'top', 'percent', 'score'],
  reviewerState: reviewerStates,
  assignmentState: assignmentStates,
  caseState: caseStates,
  caseEffect: caseEffects,
  /** Of a conflict, a report or a work that was given back. */
  entryKind: [...conflictKinds, ...flagKinds, ...declineKinds],
  certificateKind: certificateKinds,
  certificateState: certificateStates,
  issueState: issueStates,
  issueSource: issueSources,
  correctionState: correctionStates,
  listState: listStates,
  borderTies,
  quotaRounding: quotaRoundings,
  quotaKind: ['count', 'percent'],
  publicColumn: publicColumns,
  resultDecision: resultDecisionKinds,
} as const satisfies Record<string, readonly string[]>
export type AuditCodeList = keyof typeof auditCodes
export type AuditCode<List extends AuditCodeList> = (typeof auditCodes)[List][number]
