import * as contract from '@lectern/contract/materials/materials.ts'
import type { Http } from '../../platform/http/serve.ts'
import { renderChapters } from '../../platform/markdown.ts'
import { organisers } from '../../platform/policy.ts'
import {
  changeMaterial,
  createMaterial,
  deleteMaterial,
  findMaterialProblems,
  findNewMaterialProblems,
  listSources,
  moveMaterial,
  requireSource,
} from './editor.ts'
import { presentHead, presentSource } from './present.ts'

/** Room for the longest document in all five languages; Chinese takes three bytes a character. */
const largestMaterial = 1024 * 1024

export const materialEditingRoutes = ({ serve }: Http): void => {
  const rules = { policy: organisers('content') }
  const wide = { ...rules, largestBody: largestMaterial }

  serve(contract.listMaterialSources, rules, async ({ ctx, query }) => {
    const { list, ...page } = await listSources(ctx, query)
    return { ...page, list: list.map((row) => presentHead(ctx, row)) }
  })

  serve(contract.readMaterialSource, rules, async ({ ctx, params }) =>
    presentSource(ctx, await requireSource(ctx, params.id)),
  )

  serve(
    contract.createMaterial,
    { ...wide, alsoWrong: ({ ctx, body }) => findNewMaterialProblems(ctx, body) },
    async ({ ctx, body, idempotencyKey }) => presentSource(ctx, await createMaterial(ctx, body, idempotencyKey)),
  )

  serve(
    contract.changeMaterial,
    { ...wide, alsoWrong: ({ ctx, params, body }) => findMaterialProblems(ctx, params.id, body) },
    async ({ ctx, params, body }) => presentSource(ctx, await changeMaterial(ctx, params.id, body)),
  )

  serve(contract.moveMaterial, rules, async ({ ctx, params, body }) =>
    presentSource(ctx, await moveMaterial(ctx, params.id, body)),
  )

  serve(contract.deleteMaterial, rules, async ({ ctx, params, query }) => {
    await deleteMaterial(ctx, params.id, query.version)
    return {}
  })

  serve(contract.previewMarkdown, wide, async ({ body }) => ({ html: (await renderChapters(body)).html }))
}
