import { z } from 'zod'

/** Ids are UUID version 7: opaque to people, sortable by time of creation. */
export const id = <Brand extends string>() => z.uuid({ version: 'v7' }).brand<Brand>()

export const newsId = id<'NewsId'>()
export type NewsId = z.infer<typeof newsId>

export const accountId = id<'AccountId'>()
export type AccountId = z.infer<typeof accountId>

export const sessionId = id<'SessionId'>()
export type SessionId = z.infer<typeof sessionId>

export const documentId = id<'DocumentId'>()
export type DocumentId = z.infer<typeof documentId>

export const noticeId = id<'NoticeId'>()
export type NoticeId = z.infer<typeof noticeId>

export const fileId = id<'FileId'>()
export type FileId = z.infer<typeof fileId>

export const outboxId = id<'OutboxId'>()
export type OutboxId = z.infer<typeof outboxId>

export const auditId = id<'AuditId'>()
export type AuditId = z.infer<typeof auditId>
