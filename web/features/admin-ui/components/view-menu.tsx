import { App, Button, Form, Input, Modal, Popover, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { Link } from '../../../router/link.tsx'
import { useRouterState } from '../../../router/router-context.tsx'
import { FormattedMessage, useIntl } from '../../../ui/intl.tsx'
import { searchOf, useSavedViews } from '../saved-views.ts'
import { useReader } from '../reader.ts'
import styles from './view-menu.module.css'

/** Saved views of a list: choose, save and delete. */
export const ViewMenu = ({ list }: { list: string }) => {
  const intl = useIntl()
  const { message } = App.useApp()
  const { place } = useRouterState()
  const { views, save, remove } = useSavedViews(list, useReader().key)
  const [isOpen, setOpen] = useState(false)
  const [isNaming, setNaming] = useState(false)
  const [name, setName] = useState('')
  const field = useRef<InputRef>(null)
  const here = searchOf(place.search)
  const keep = (): void => {
    if (name.trim() === '') return
    save({ name: name.trim(), search: here })
    void message.success(intl.formatMessage({ id: 'office.list.viewSaved' }, { name: name.trim() }))
    setNaming(false)
  }
  const content = (
    <div className={`stack gap-8 ${styles.menu}`}>
      {views.length === 0 ? (
        <p>
          <FormattedMessage id="office.list.noViews" />
        </p>
      ) : (
        <ul>
          {views.map((view) => (
            <li key={view.name}>
              <Link
                to={place.pathname + view.search}
                aria-current={view.search === here ? 'true' : undefined}
                onClick={() => setOpen(false)}
              >
                {view.name}
              </Link>
              <Button
                size="small"
                type="text"
                aria-label={intl.formatMessage({ id: 'office.list.forgetView' }, { name: view.name })}
                onClick={() => remove(view.name)}
              >
                ×
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button
        block
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(false)
          setName(views.find((view) => view.search === here)?.name ?? '')
          setNaming(true)
        }}
      >
        <FormattedMessage id="office.list.saveView" />
      </Button>
    </div>
  )
  return (
    <>
      <Popover trigger="click" placement="bottomRight" open={isOpen} onOpenChange={setOpen} content={content}>
        <Button aria-expanded={isOpen}>
          <FormattedMessage id="office.list.views" />
        </Button>
      </Popover>
      <Modal
        open={isNaming}
        destroyOnHidden
        title={intl.formatMessage({ id: 'office.list.saveView' })}
        okText={intl.formatMessage({ id: 'office.content.save' })}
        okButtonProps={{ disabled: name.trim() === '' }}
        onOk={keep}
        onCancel={() => setNaming(false)}
        afterOpenChange={(opened) => opened && field.current?.focus()}
      >
        <Form layout="vertical" onFinish={keep}>
          <Form.Item
            label={intl.formatMessage({ id: 'office.list.viewName' })}
            htmlFor="view-name"
            extra={intl.formatMessage({ id: 'office.list.viewHelp' })}
          >
            <Input
              id="view-name"
              ref={field}
              autoComplete="off"
              maxLength={40}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          </Form.Item>
        </Form>
      </Modal>
    </>
  )
}
