import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { newOrder, orderAnswer, orderMark, seenVersion, versionQuery } from './ordering.ts'

interface OrderedKind<Many extends string, Id extends z.ZodType, Content extends z.ZodObject, Item> {
  one: string
  /** Also the part of the addresses. */
  many: Many
  id: Id
  max: number
  /** What organisers write. */
  content: Content
  /** What they get. */
  item: Item
}

/** How organisers keep a list that they sort by hand, and whose items they switch on and off. */
export const orderedEndpoints = <
  const Many extends string,
  Id extends z.ZodType,
  Content extends z.ZodObject,
  Item extends z.ZodType,
>({
  one,
  many,
  id,
  max,
  content,
  item,
}: OrderedKind<Many, Id, Content, Item>) => {
  const params = z.strictObject({ id })
  const savedContent: Content['shape'] & { version: typeof seenVersion } = { ...content.shape, version: seenVersion }
  return {
    listAll: endpoint({
      method: 'GET',
      path: `/api/${many}/all`,
      summary: `All ${many} in order, for organisers`,
      answer: z.object({ list: z.array(item), order: orderMark }),
    }),
    read: endpoint({
      method: 'GET',
      path: `/api/${many}/:id`,
      summary: `The editable source of a ${one}, for organisers`,
      params,
      answer: item,
    }),
    create: endpoint({
      method: 'POST',
      path: `/api/${many}`,
      summary: `Adds a ${one} at the end`,
      idempotent: true,
      body: content,
      answer: item,
    }),
    save: endpoint({
      method: 'PUT',
      path: `/api/${many}/:id`,
      summary: `Saves a ${one}; refused if somebody else has saved it meanwhile`,
      params,
      body: z.strictObject(savedContent),
      answer: item,
    }),
    switch: endpoint({
      method: 'PUT',
      path: `/api/${many}/:id/visible`,
      summary: `Shows a ${one} or hides it`,
      params,
      body: z.strictObject({ visible: z.boolean(), version: seenVersion }),
      answer: item,
    }),
    reorder: endpoint({
      method: 'PUT',
      path: `/api/${many}/order`,
      summary: `Sets the order of all ${many}; refused if it is not based on the current order`,
      body: newOrder(id, max),
      answer: orderAnswer,
    }),
    delete: endpoint({
      method: 'DELETE',
      path: `/api/${many}/:id`,
      summary: `Deletes a ${one}; refused if somebody else has saved it meanwhile`,
      params,
      query: versionQuery,
      answer: z.object({}),
    }),
  }
}
