import { Button, Form, Input, InputNumber, Select, Space } from 'antd'
import type { ReactNode } from 'react'
import { codecNames, codecs, limitsOfKind, type PartLimits } from '@lectern/contract/works/work-values.ts'
import { usePartWords } from '../part-words.ts'
import { writeDuration, readDuration } from '../../../../ui/duration.ts'
import type { PartFields } from '../work-fields.ts'

/** Sides of a picture by the names that people know. */
const presets = { '720p': [1_280, 720], '1080p': [1_920, 1_080] } as const

interface DurationFieldProps {
  id?: string
  value?: string
  onChange?: (text: string) => void
}

/** A length of time as it is typed; what can be read is written in full on leaving. */
const DurationField = ({ id, value = '', onChange }: DurationFieldProps) => (
  <Input
    {...(id !== undefined && { id })}
    value={value}
    inputMode="text"
    autoComplete="off"
    maxLength={12}
    // An example that reads the same in every language.
    placeholder={writeDuration(480)}
    style={{ width: 160 }}
    onChange={({ target }) => onChange?.(target.value)}
    onBlur={() => {
      const seconds = readDuration(value)
      if (seconds && writeDuration(seconds) !== value) onChange?.(writeDuration(seconds))
    }}
  />
)

interface PartLimitsProps {
  at: number
  part: PartFields
  /** Sets a value of the form. */
  onSet: (path: readonly (string | number)[], value: unknown) => void
}

/** What limits a part: only what its kind can be limited to. */
export const PartLimitFields = ({ at, part: { kind }, onSet }: PartLimitsProps) => {
  const t = usePartWords()
  const names: readonly (keyof PartLimits)[] = limitsOfKind[kind]
  const has = (name: keyof PartLimits): boolean => names.includes(name)
  const item = (name: keyof PartLimits, field: ReactNode, help?: string) => (
    <Form.Item
      name={[at, 'limits', name]}
      label={t(name === 'maxPages' && kind === 'slides' ? 'limit.maxSlides' : `limit.${name}`)}
      {...(help && { extra: help })}
    >
      {field}
    </Form.Item>
  )
  const number = (most: number) => <InputNumber min={1} max={most} precision={0} style={{ width: 160 }} />
  return (
    <>
      {has('minSeconds') && (
        <Space size="large" wrap align="start">
          {item('minSeconds', <DurationField />, t('limit.seconds.help'))}
          {item('maxSeconds', <DurationField />)}
        </Space>
      )}
      {has('minLongSide') && (
        <Space size="large" wrap align="start">
          {item('minLongSide', number(16_384), t('limit.sides.help'))}
          {item('minShortSide', number(16_384))}
          <Form.Item label={t('limit.preset')}>
            <Space.Compact>
              {Object.entries(presets).map(([name, [long, short]]) => (
                <Button
                  key={name}
                  onClick={() => {
                    onSet(['workRules', 'parts', at, 'limits', 'minLongSide'], long)
                    onSet(['workRules', 'parts', at, 'limits', 'minShortSide'], short)
                  }}
                >
                  {name}
                </Button>
              ))}
            </Space.Compact>
          </Form.Item>
        </Space>
      )}
      {has('codecs') &&
        item(
          'codecs',
          <Select
            mode="multiple"
            placeholder={t('limit.codecs.any')}
            style={{ maxWidth: 480 }}
            options={codecs
              .filter((codec) => pictureCodecs.includes(codec))
              .map((codec) => ({ value: codec, label: codecNames[codec] }))}
          />,
          t('limit.codecs.help'),
        )}
      {has('maxKbps') && item('maxKbps', number(1_000_000), t('limit.maxKbps.help'))}
      {has('maxPages') && item('maxPages', number(10_000))}
      {has('maxCharacters') && item('maxCharacters', number(20_000))}
    </>
  )
}

/** Of the codecs, those of pictures that move. */
const pictureCodecs: readonly string[] = ['avc', 'hevc', 'vp8', 'vp9', 'av1']
