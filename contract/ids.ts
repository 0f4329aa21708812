import { z } from 'zod'

/** UUID version 7: opaque, and sortable by creation time. */
export const id = <Brand extends string>() => z.uuid({ version: 'v7' }).brand<Brand>()

export const newsId = id<'NewsId'>()
export type NewsId = z.infer<typeof newsId>

export const accountId = id<'AccountId'>()
export type AccountId = z.infer<typeof accountId>

export const sessionId = id<'SessionId'>()
export type SessionId = z.infer<typeof sessionId>

export const identityId = id<'IdentityId'>()
export type IdentityId = z.infer<typeof identityId>

export const documentId = id<'DocumentId'>()
export type DocumentId = z.infer<typeof documentId>

export const noticeId = id<'NoticeId'>()
export type NoticeId = z.infer<typeof noticeId>

export const announcementId = id<'AnnouncementId'>()
export type AnnouncementId = z.infer<typeof announcementId>

export const fileId = id<'FileId'>()
export type FileId = z.infer<typeof fileId>

export const outboxId = id<'OutboxId'>()
export type OutboxId = z.infer<typeof outboxId>

export const auditId = id<'AuditId'>()
export type AuditId = z.infer<typeof auditId>

export const materialId = id<'MaterialId'>()
export type MaterialId = z.infer<typeof materialId>

export const bannerId = id<'BannerId'>()
export type BannerId = z.infer<typeof bannerId>

export const expertId = id<'ExpertId'>()
export type ExpertId = z.infer<typeof expertId>

export const partnerId = id<'PartnerId'>()
export type PartnerId = z.infer<typeof partnerId>

export const revisionId = id<'RevisionId'>()
export type RevisionId = z.infer<typeof revisionId>

export const messageId = id<'MessageId'>()
export type MessageId = z.infer<typeof messageId>

export const editionId = id<'EditionId'>()
export type EditionId = z.infer<typeof editionId>

export const activityId = id<'ActivityId'>()
export type ActivityId = z.infer<typeof activityId>

export const phaseId = id<'PhaseId'>()
export type PhaseId = z.infer<typeof phaseId>

export const extensionId = id<'ExtensionId'>()
export type ExtensionId = z.infer<typeof extensionId>

export const teamId = id<'TeamId'>()
export type TeamId = z.infer<typeof teamId>

export const invitationId = id<'InvitationId'>()
export type InvitationId = z.infer<typeof invitationId>

export const enrolmentId = id<'EnrolmentId'>()
export type EnrolmentId = z.infer<typeof enrolmentId>

export const workId = id<'WorkId'>()
export type WorkId = z.infer<typeof workId>

export const taskId = id<'TaskId'>()
export type TaskId = z.infer<typeof taskId>

export const redactionId = id<'RedactionId'>()
export type RedactionId = z.infer<typeof redactionId>
export const leakId = id<'LeakId'>()
export type LeakId = z.infer<typeof leakId>

export const roundId = id<'RoundId'>()
export type RoundId = z.infer<typeof roundId>

export const panelId = id<'PanelId'>()
export type PanelId = z.infer<typeof panelId>

export const reviewerId = id<'ReviewerId'>()
export type ReviewerId = z.infer<typeof reviewerId>

export const entryId = id<'EntryId'>()
export type EntryId = z.infer<typeof entryId>

export const conflictId = id<'ConflictId'>()
export type ConflictId = z.infer<typeof conflictId>

export const assignmentId = id<'AssignmentId'>()
export type AssignmentId = z.infer<typeof assignmentId>

export const flagId = id<'FlagId'>()
export type FlagId = z.infer<typeof flagId>

export const certificateTemplateId = id<'CertificateTemplateId'>()
export type CertificateTemplateId = z.infer<typeof certificateTemplateId>

export const certificateSeriesId = id<'CertificateSeriesId'>()
export type CertificateSeriesId = z.infer<typeof certificateSeriesId>

export const certificateIssueId = id<'CertificateIssueId'>()
export type CertificateIssueId = z.infer<typeof certificateIssueId>

export const certificateId = id<'CertificateId'>()
export type CertificateId = z.infer<typeof certificateId>

export const correctionId = id<'CorrectionId'>()
export type CorrectionId = z.infer<typeof correctionId>

export const resultListId = id<'ResultListId'>()
export type ResultListId = z.infer<typeof resultListId>

export const tieDecisionId = id<'TieDecisionId'>()
export type TieDecisionId = z.infer<typeof tieDecisionId>

export const resultDecisionId = id<'ResultDecisionId'>()
export type ResultDecisionId = z.infer<typeof resultDecisionId>
export const caseId = id<'CaseId'>()
export type CaseId = z.infer<typeof caseId>

export const arbiterId = id<'ArbiterId'>()
export type ArbiterId = z.infer<typeof arbiterId>

export const institutionId = id<'InstitutionId'>()
export type InstitutionId = z.infer<typeof institutionId>

export const officerId = id<'OfficerId'>()
export type OfficerId = z.infer<typeof officerId>

export const institutionMergeId = id<'InstitutionMergeId'>()
export type InstitutionMergeId = z.infer<typeof institutionMergeId>
export const recommendationListId = id<'RecommendationListId'>()
export type RecommendationListId = z.infer<typeof recommendationListId>

export const summaryId = id<'SummaryId'>()
export type SummaryId = z.infer<typeof summaryId>

export const quotaEntryId = id<'QuotaEntryId'>()
export type QuotaEntryId = z.infer<typeof quotaEntryId>

export const accessTokenId = id<'AccessTokenId'>()
export type AccessTokenId = z.infer<typeof accessTokenId>

export const passkeyId = id<'PasskeyId'>()
export type PasskeyId = z.infer<typeof passkeyId>

export const webhookId = id<'WebhookId'>()
export type WebhookId = z.infer<typeof webhookId>

export const webhookEventId = id<'WebhookEventId'>()
export type WebhookEventId = z.infer<typeof webhookEventId>
