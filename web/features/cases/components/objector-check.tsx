import { useEffect, useState } from 'react'
import type { CurrentUser } from '@lectern/contract/accounts/accounts.ts'
import { readObjector, type ObjectionList, type Objector } from '@lectern/contract/cases/cases.ts'
import type { Client } from '../../../request/client.ts'
import { Link } from '../../../router/link.tsx'
import { FormattedMessage } from '../../../ui/intl.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { objectionPath } from '../case-address.ts'
import { ObjectionForm } from './objection-form.tsx'

interface ObjectorCheckProps {
  client: Client
  user: CurrentUser | undefined
  lists: readonly ObjectionList[]
  /** The list that the address names. */
  listId: string | undefined
}

/** Objections are made by people with a name: says what is missing, or shows the form. */
export const ObjectorCheck = ({ client, user, lists, listId }: ObjectorCheckProps) => {
  const back = `redirect=${encodeURIComponent(objectionPath(listId))}`
  const uid = user?.uid
  const [objector, setObjector] = useState<Objector>()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (!uid) return undefined
    let isCurrent = true
    client(readObjector, undefined, { skipErrorHandler: true }).then(
      (answer) => isCurrent && setObjector(answer),
      () => isCurrent && setFailed(true),
    )
    return () => {
      isCurrent = false
    }
  }, [client, uid])
  if (!uid)
    return (
      <Notice>
        <p>
          <FormattedMessage id="case.signIn" />
        </p>
        <p className="row gap-12">
          <Link className="button" to={`/account/Login?${back}`}>
            <FormattedMessage id="case.signIn.action" />
          </Link>
          <Link className="button quiet" to={`/account/Register?${back}`}>
            <FormattedMessage id="case.register" />
          </Link>
        </p>
      </Notice>
    )
  if (hasFailed)
    return (
      <p role="alert">
        <FormattedMessage id="shell.loadError" />{' '}
        <a href="">
          <FormattedMessage id="shell.reload" />
        </a>
      </p>
    )
  if (!objector) return <Spinner />
  if (objector.missing.length > 0)
    return (
      <Notice>
        <p>
          <FormattedMessage id="case.missing" />
        </p>
        <ul>
          {objector.missing.map((field) => (
            <li key={field}>
              <FormattedMessage id={`case.missing.${field}`} />
            </li>
          ))}
        </ul>
        <p>
          <Link
            className="button"
            to={objector.missing.every((field) => field === 'contact') ? '/account/settings' : `/account/Evpi?${back}`}
          >
            <FormattedMessage id="case.missing.action" />
          </Link>
        </p>
      </Notice>
    )
  return <ObjectionForm key={uid} client={client} owner={uid} lists={lists} listId={listId} objector={objector} />
}
