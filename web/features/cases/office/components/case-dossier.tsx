import { Alert, App, Button, Card, Descriptions, Divider, Space, Timeline, Typography } from 'antd'
import { useState } from 'react'
import { caseLimits } from '@lectern/contract/cases/case-values.ts'
import {
  askForStatement,
  decideAdmission,
  investigateCase,
  type CaseSummary,
  type OpenedCase,
} from '@lectern/contract/cases/case-office.ts'
import type { Client } from '../../../../request/client.ts'
import { AnyLink, Link } from '../../../../router/link.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { Phone } from '../../../../ui/phone.tsx'
import { StateTag } from '../../../admin-ui/components/state-tag.tsx'
import { CaseFiles } from '../../components/case-files.tsx'
import { caseAddress, useCaseWords } from '../case-words.ts'
import { CaseMessages } from './case-messages.tsx'
import { CaseTag } from './case-tag.tsx'
import { CaseText } from './case-text.tsx'
import { RulingDialog } from './ruling-dialog.tsx'
import { TextDialog } from '../../../admin-ui/components/text-dialog.tsx'

const columns = { xs: 1, sm: 1, md: 2 } as const

/** What every organiser may know of a case. */
export const SummaryCard = ({ contestCase }: { contestCase: CaseSummary }) => {
  const { t, intl } = useCaseWords()
  return (
    <Card size="small">
      <Descriptions
        size="small"
        column={columns}
        items={[
          { key: 'state', label: t('state'), children: <CaseTag state={contestCase.state} /> },
          { key: 'kind', label: t('kind'), children: intl.formatMessage({ id: `case.kind.${contestCase.kind}` }) },
          { key: 'activity', label: t('activity'), children: contestCase.activity.name },
          { key: 'received', label: t('received'), children: <Moment value={contestCase.receivedAt} /> },
          ...(contestCase.dueAt
            ? [
                {
                  key: 'due',
                  label: t('due'),
                  children: (
                    <>
                      <Moment value={contestCase.dueAt} />{' '}
                      {contestCase.isOverdue && <StateTag tone="bad">{t('overdue')}</StateTag>}
                    </>
                  ),
                },
              ]
            : []),
          ...(contestCase.closedAt
            ? [{ key: 'closed', label: t('closedAt'), children: <Moment value={contestCase.closedAt} /> }]
            : []),
        ]}
      />
    </Card>
  )
}

const PartyCard = ({ contestCase }: { contestCase: OpenedCase }) => {
  const { t } = useCaseWords()
  const { party, text, files, eraseAt } = contestCase
  return (
    <Card size="small" title={t(`filed.${contestCase.kind}`)}>
      {party ? (
        <Descriptions
          size="small"
          column={columns}
          items={[
            { key: 'name', label: t('party.name'), children: <bdi>{party.realName}</bdi> },
            { key: 'unit', label: t('party.unit'), children: <bdi>{party.unit}</bdi> },
            { key: 'phone', label: t('party.phone'), children: party.phone ? <Phone value={party.phone} /> : '–' },
            {
              key: 'email',
              label: t('party.email'),
              children: party.email ? <AnyLink address={`mailto:${party.email}`}>{party.email}</AnyLink> : '–',
            },
            ...(eraseAt ? [{ key: 'erase', label: t('party.eraseAt'), children: <Moment value={eraseAt} /> }] : []),
          ]}
        />
      ) : (
        <Alert type="info" showIcon title={t('party.erased')} />
      )}
      {text !== null && (
        <>
          <Divider style={{ margin: '8px 0 16px' }} />
          <CaseText>{text}</CaseText>
        </>
      )}
      <CaseFiles files={files} />
    </Card>
  )
}

const AboutCard = ({ contestCase }: { contestCase: OpenedCase }) => {
  const { t } = useCaseWords()
  const { work, list, appeal, appealOf } = contestCase
  const items = [
    {
      key: 'work',
      label: t('work'),
      children: work ? (
        <Link to={`/Admin/Work/${work.id}`}>
          {work.number} · {work.title} · {work.team}
        </Link>
      ) : (
        t('wholeList')
      ),
    },
    {
      key: 'list',
      label: t('list'),
      children: (
        <Link to={`/Admin/Result/${contestCase.activity.id}`}>
          {t('listVersion', { version: list.version ?? '–' })}
        </Link>
      ),
    },
    ...(appealOf
      ? [{ key: 'first', label: t('appealOf'), children: <Link to={caseAddress(appealOf.id)}>{appealOf.number}</Link> }]
      : []),
    ...(appeal
      ? [{ key: 'appeal', label: t('appeal'), children: <Link to={caseAddress(appeal.id)}>{appeal.number}</Link> }]
      : []),
  ]
  return (
    <Card size="small" title={t('about')}>
      <Descriptions size="small" column={1} items={items} />
    </Card>
  )
}

const StatementCard = ({ contestCase }: { contestCase: OpenedCase }) => {
  const { t } = useCaseWords()
  const { substance, statement, statementBy } = contestCase
  if (substance === null) return null
  return (
    <Card size="small" title={t('statement')}>
      <CaseText>{substance}</CaseText>
      {statementBy && (
        <Typography.Paragraph>
          {t('statement.by')} <Moment value={statementBy} />
        </Typography.Paragraph>
      )}
      {statement ? (
        <Card size="small" type="inner" title={t('statement.given')} extra={<Moment value={statement.at} />}>
          <CaseText>{statement.text}</CaseText>
          <CaseFiles files={statement.files} />
        </Card>
      ) : (
        <Alert type="info" showIcon title={t('statement.waiting')} />
      )}
    </Card>
  )
}

const RulingCard = ({ contestCase }: { contestCase: OpenedCase }) => {
  const { t, intl } = useCaseWords()
  const { ruling, refusedBecause, appealUntil } = contestCase
  if (!ruling && refusedBecause === null) return null
  return (
    <Card size="small" title={t(ruling ? 'ruling' : 'refusal')} extra={ruling && <Moment value={ruling.at} />}>
      <CaseText>{ruling?.text ?? refusedBecause}</CaseText>
      {ruling && (
        <p>
          {intl.formatMessage({ id: `case.effect.${ruling.effect}` })}
          {ruling.by && ` · ${ruling.by}`}
        </p>
      )}
      {appealUntil && (
        <p>
          {t('appealUntil')} <Moment value={appealUntil} />
        </p>
      )}
    </Card>
  )
}

const History = ({ contestCase }: { contestCase: OpenedCase }) => {
  const { t } = useCaseWords()
  return (
    <Card size="small" title={t('history')}>
      <p style={{ marginBottom: 16 }}>{t('history.about')}</p>
      <Timeline
        items={contestCase.events.map(({ kind, at, by, isOfParty }, index) => ({
          key: index,
          content: (
            <>
              {t(`event.${kind}`)} · {isOfParty ? t('event.byParty') : (by ?? t('event.byProgram'))} ·{' '}
              <Moment value={at} />
            </>
          ),
        }))}
      />
    </Card>
  )
}

interface CaseDossierProps {
  client: Client
  opened: OpenedCase
}

/** Everything about a case, for its arbiters. */
export const CaseDossier = ({ client, opened }: CaseDossierProps) => {
  const { t } = useCaseWords()
  const { message: toast } = App.useApp()
  const [current, setCurrent] = useState(opened)
  const [dialog, setDialog] = useState<'refuse' | 'ask' | 'rule'>()
  const [busy, setBusy] = useState(false)
  const { id, version, may } = current
  const options = { inPlaceSignIn: true }
  const show = (next: OpenedCase): void => {
    setCurrent(next)
    void toast.success(t('done'))
  }
  const take = async (step: () => Promise<OpenedCase>): Promise<void> => {
    setBusy(true)
    try {
      show(await step())
    } catch {
      // The request has shown the reason.
    }
    setBusy(false)
  }
  const hasSteps = [may.admit, may.investigate, may.ask, may.rule].includes(null)
  const blocked = [may.admit, may.investigate, may.rule].every((refusal) => refusal !== null)
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      <SummaryCard contestCase={current} />
      {hasSteps && (
        <Space wrap>
          {may.admit === null && (
            <>
              <Button
                type="primary"
                loading={busy}
                onClick={() =>
                  void take(() =>
                    client(decideAdmission, { params: { id }, body: { version, isAdmitted: true } }, options),
                  )
                }
              >
                {t('admit')}
              </Button>
              <Button danger aria-haspopup="dialog" onClick={() => setDialog('refuse')}>
                {t('refuse')}
              </Button>
            </>
          )}
          {may.investigate === null && (
            <Button
              type="primary"
              loading={busy}
              onClick={() => void take(() => client(investigateCase, { params: { id }, body: { version } }, options))}
            >
              {t('investigate')}
            </Button>
          )}
          {may.ask === null && (
            <Button aria-haspopup="dialog" onClick={() => setDialog('ask')}>
              {t('ask')}
            </Button>
          )}
          {may.rule === null && (
            <Button type="primary" aria-haspopup="dialog" onClick={() => setDialog('rule')}>
              {t('rule')}
            </Button>
          )}
        </Space>
      )}
      {blocked && current.closedAt === null && <Alert type="info" showIcon title={may.rule} />}
      <AboutCard contestCase={current} />
      <RulingCard contestCase={current} />
      <PartyCard contestCase={current} />
      <StatementCard contestCase={current} />
      <CaseMessages
        key={`${current.state} ${current.statementBy}`}
        client={client}
        contestCase={current}
        onChanged={show}
      />
      <History contestCase={current} />
      {dialog === 'refuse' && (
        <TextDialog
          rows={6}
          isCounted
          title={t('refuse')}
          help={t('refuse.help')}
          label={t('refuse.reason')}
          missing={t('refuse.missing')}
          action={t('refuse')}
          limit={caseLimits.reason}
          isDangerous
          onSend={async (reason) =>
            show(
              await client(decideAdmission, { params: { id }, body: { version, isAdmitted: false, reason } }, options),
            )
          }
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'ask' && (
        <TextDialog
          rows={6}
          isCounted
          title={t('ask')}
          help={t('ask.help')}
          label={t('ask.substance')}
          missing={t('ask.missing')}
          action={t('ask.do')}
          limit={caseLimits.substance}
          onSend={async (substance) =>
            show(await client(askForStatement, { params: { id }, body: { version, substance } }, options))
          }
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'rule' && (
        <RulingDialog client={client} contestCase={current} onRuled={show} onClose={() => setDialog(undefined)} />
      )}
    </Space>
  )
}
