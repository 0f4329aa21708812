import type { TaskId } from '@lectern/contract/ids.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Client } from '../../../platform/database/client.ts'
import { newId } from '../../../platform/ids.ts'
import { createDatabase } from '../../../testing/database.ts'
import { openTaskLocks } from './locks.ts'

test('workers that start at once share the connection one after the other, and no task is run twice', async () => {
  const database = await createDatabase()
  const [ours, theirs] = [await openTaskLocks(database), await openTaskLocks(database)]
  onTestFinished(async () => {
    await ours.close()
    await theirs.close()
  })
  const underWay = new Map<unknown, number>()
  let most = 0
  const original = Reflect.get(Client.prototype, 'query') as (...args: unknown[]) => Promise<unknown>
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(async function (this: Client, ...args: unknown[]) {
    const count = (underWay.get(this) ?? 0) + 1
    underWay.set(this, count)
    most = Math.max(most, count)
    return original.apply(this, args).finally(() => underWay.set(this, underWay.get(this)! - 1))
  })
  onTestFinished(() => spy.mockRestore())
  const tasks = Array.from({ length: 8 }, () => newId<TaskId>())
  expect(await Promise.all(tasks.map((id) => ours.take(id)))).toEqual(tasks.map(() => true))
  expect(await Promise.all(tasks.map((id) => theirs.take(id)))).toEqual(tasks.map(() => false))
  expect(most).toBe(1)
})
