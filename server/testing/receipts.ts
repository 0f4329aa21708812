import { generateKeyPairSync, sign } from 'node:crypto'
import type { AccountId, FileId, WorkId } from '@lectern/contract/ids.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { writeManifest, type ManifestFacts } from '../features/works/submission/manifest.ts'
import { composeReceipt, type SignedSubmission } from '../features/works/receipts/receipt-sheet.ts'
import { runInThread } from '../platform/threads/thread-pool.ts'
import { publicBytesOf } from '../platform/signing-keys.ts'

const id = <Id extends string>(last: number): Id =>
  `0196a000-0000-7000-8000-0000000000${String(last).padStart(2, '0')}` as Id

/** A submission with a film, a document and a link. */
export const sampleManifest = (changes: Partial<ManifestFacts> = {}): ManifestFacts => ({
  workId: id<WorkId>(1),
  number: 1,
  submittedAt: new Date('2026-05-08T06:02:03.456Z'),
  timeZone: 'Asia/Shanghai',
  enrolmentNumber: 'MC2026-0042',
  activity: { code: 'MC', name: { 'zh-CN': '微课制作', 'en-US': 'Micro lessons' } },
  team: '星火教研组',
  title: '光的折射:从一支筷子说起',
  summary: '用一支筷子、一杯水和一部手机,让学生自己发现折射定律。',
  parts: [
    {
      id: 'video',
      kind: 'video',
      label: { 'zh-CN': '教学视频', 'en-US': 'Teaching video' },
      text: null,
      files: [
        {
          id: id<FileId>(11),
          name: '课堂实录.mp4',
          size: 734_003_200,
          sha256: 'a1'.repeat(32),
          type: 'video/mp4',
          facts: {
            size: 734_003_200,
            type: 'video/mp4',
            media: {
              facts: {
                seconds: 598.04,
                width: 1920,
                height: 1080,
                videoCodec: 'avc',
                audioCodec: 'aac',
                kbps: 9818.7,
              },
            },
          },
        },
      ],
    },
    {
      id: 'plan',
      kind: 'document',
      label: { 'zh-CN': '教学设计', 'en-US': 'Lesson plan' },
      text: null,
      files: [
        {
          id: id<FileId>(12),
          name: '教学设计.pdf',
          size: 482_133,
          sha256: 'b2'.repeat(32),
          type: 'application/pdf',
          facts: { size: 482_133, type: 'application/pdf', pages: 12 },
        },
      ],
    },
    {
      id: 'link',
      kind: 'link',
      label: { 'zh-CN': '在线资源', 'en-US': 'Online material' },
      text: 'https://example.org/refraction',
      files: [],
    },
  ],
  rulesHash: 'c3'.repeat(32),
  declarations: [
    {
      id: 'originality',
      text: { 'zh-CN': '本作品为团队原创,不侵犯他人权益。', 'en-US': 'This work is our own.' },
      hash: 'd4'.repeat(32),
    },
  ],
  names: [
    { uid: id<AccountId>(21), role: 'captain', name: '陈䶮' },
    { uid: id<AccountId>(22), role: 'member', name: '欧阳㛃' },
    { uid: id<AccountId>(23), role: 'advisor', name: '李𬭎' },
  ],
  previousHash: null,
  ...changes,
})

/** A signed submission, as the site would store it. */
export const signSample = (facts = sampleManifest(), privateKey = generateKeyPairSync('ed25519').privateKey) => {
  const manifest = writeManifest(facts)
  return {
    manifest,
    signature: sign(null, Buffer.from(manifest), privateKey),
    publicKey: publicBytesOf(privateKey),
    isLate: false,
  }
}

/** The receipt of a submission as a PDF. */
export const drawSample = (submission: SignedSubmission, locale: Locale = 'zh-CN'): Promise<Uint8Array> =>
  runInThread({
    module: new URL('../features/works/receipts/receipt-pdf.ts', import.meta.url).href,
    input: composeReceipt(locale, submission, { title: '教学数字化大赛', address: 'https://contest.example.org' }),
  })
