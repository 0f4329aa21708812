import { articleKinds } from '../articles/article-kinds.ts'
import { expertFields, partnerRoles } from '../experts/expert-values.ts'
import { type FilePurpose, filePurposes } from '../files/file-values.ts'
import { materialCategories, materialKinds } from '../materials/material-values.ts'
import { newsCategories } from '../articles/news-categories.ts'
import { publishStates } from '../pages/publish-values.ts'
import type { AuditVocabulary } from './vocabulary.ts'

/** How content and files are logged. */
export const contentAudit = {
  actions: [
    'content.created',
    'content.updated',
    'content.moved',
    'content.reordered',
    'content.deleted',
    'page.published',
    'file.stored',
    'file.infected',
    'file.cleared',
    'file.removed',
  ],
  subjects: {
    // By its kind, which is its variant.
    article: null,
    material: '/Admin/Material/Edit?id={id}',
    banner: '/Admin/Banner/Edit?id={id}',
    expert: '/Admin/Expert/Edit?id={id}',
    partner: '/Admin/Partner/Edit?id={id}',
    page: '/Admin/About?page={id}',
    file: null,
  },
  codes: {
    articleKind: { label: 'article.kind.', values: articleKinds },
    newsCategory: { label: 'news.category.', values: newsCategories },
    materialKind: { label: 'material.kind.', values: materialKinds },
    materialCategory: { label: 'material.category.', values: materialCategories },
    publishState: { label: 'office.publishing.state.', values: publishStates },
    expertField: { label: 'expert.field.', values: expertFields },
    partnerRole: { label: 'office.partners.role.', values: partnerRoles },
    filePurpose: {
      label: 'office.audit.purpose.',
      values: ['avatar', ...(Object.keys(filePurposes) as FilePurpose[])],
    },
  },
  fields: {
    accountId: { form: 'named', label: 'office.experts.account' },
    alt: { form: 'text', label: 'office.banners.alt' },
    attachments: { form: 'file', label: 'office.audit.content.attachments' },
    author: { form: 'text', label: 'office.audit.content.author' },
    bio: { form: 'text', label: 'office.experts.bio' },
    blocks: { form: 'text', label: 'office.pages.sections' },
    body: { form: 'text', label: 'office.articles.field.body' },
    captions: { form: 'file', label: 'office.materials.captions' },
    category: { form: 'newsCategory', label: 'office.audit.content.category' },
    cover: { form: 'file', label: 'office.audit.content.cover' },
    hidden: { form: 'text', label: 'office.pages.hidden' },
    kind: 'text',
    label: { form: 'text', label: 'office.pages.field.label' },
    link: 'text',
    logo: 'file',
    narrow: { form: 'file', label: 'office.banners.narrow' },
    order: 'named',
    photo: 'file',
    pinned: { form: 'plain', label: 'office.audit.content.pinned' },
    publishAt: { form: 'plain', label: 'office.publishing.when' },
    publishedAt: { form: 'plain', label: 'office.audit.content.publishedAt' },
    purpose: 'filePurpose',
    state: { form: 'publishState', label: 'office.audit.content.state' },
    summary: { form: 'text', label: 'office.audit.content.summary' },
    text: { form: 'text', label: 'office.pages.field.text' },
    title: { form: 'text', label: 'office.audit.content.title' },
    visible: 'plain',
    wide: { form: 'file', label: 'office.banners.wide' },
  },
  bySubject: {
    // Of a body it says which languages were written.
    article: { body: { form: 'locale', label: 'office.audit.content.body' }, kind: { form: 'articleKind' } },
    material: {
      body: { form: 'locale', label: 'office.audit.content.body' },
      category: { form: 'materialCategory' },
      kind: { form: 'materialKind' },
    },
    expert: {
      fields: { form: 'expertField', label: 'expert.fields' },
      title: { label: 'office.experts.title' },
      name: { label: 'office.experts.name' },
    },
    partner: { role: { form: 'partnerRole' } },
  },
} as const satisfies AuditVocabulary
