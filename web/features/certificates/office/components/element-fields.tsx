import { Button, Checkbox, Input, InputNumber, Select, Space } from 'antd'
import type { ReactNode } from 'react'
import type { CertificateDesign, DesignElement } from '@lectern/contract/certificates/certificate-designs.ts'
import {
  certificateFonts,
  maxTemplateText,
  mergeFields,
  ornaments,
  smallestText,
  type Box,
  type MergeField,
} from '@lectern/contract/certificates/certificate-values.ts'
import type { Locale } from '@lectern/contract/locales.ts'
import { UploadField } from '../../../files/components/upload-field.tsx'
import { onPage } from '../design-edits.ts'
import { useCertificateWords } from '../certificate-words.ts'
import styles from './element-fields.module.css'

/** A labelled control. */
export const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <label className={`stack gap-4 muted small ${styles.field}`}>
    <span>{label}</span>
    {children}
  </label>
)

interface ColorProps {
  label: string
  value: string
  onChange: (color: string) => void
}

export const ColorField = ({ label, value, onChange }: ColorProps) => (
  <Labelled label={label}>
    <input type="color" value={value} onChange={({ target }) => onChange(target.value)} />
  </Labelled>
)

interface NumberFieldProps {
  label: string
  value: number
  min: number
  max: number
  step?: number
  onChange: (value: number) => void
}

const NumberField = ({ label, value, min, max, step = 0.5, onChange }: NumberFieldProps) => (
  <Labelled label={label}>
    <InputNumber
      value={value}
      min={min}
      max={max}
      step={step}
      style={{ width: '100%' }}
      onChange={(typed) => typed !== null && onChange(typed)}
    />
  </Labelled>
)

interface ElementFieldsProps {
  design: CertificateDesign
  element: DesignElement
  language: Locale
  /** `about`: changes in a row that are one step. */
  onChange: (change: Partial<DesignElement>, about: string) => void
}

type Styled = Extract<DesignElement, { kind: 'text' | 'number' }>

const StyleFields = ({ element, onChange }: ElementFieldsProps & { element: Styled }) => {
  const { t } = useCertificateWords()
  const change = <Name extends keyof Styled>(name: Name, value: Styled[Name]): void =>
    onChange({ [name]: value }, `${name} ${element.id}`)
  return (
    <>
      <div className={styles.pair}>
        <Labelled label={t('design.font')}>
          <Select
            value={element.font}
            options={certificateFonts.map((value) => ({ value, label: t(`design.font.${value}`) }))}
            onChange={(font) => change('font', font)}
          />
        </Labelled>
        <ColorField label={t('design.color')} value={element.color} onChange={(color) => change('color', color)} />
        <NumberField
          label={t('design.size')}
          value={element.size}
          min={smallestText}
          max={144}
          onChange={(size) => change('size', size)}
        />
        <NumberField
          label={t('design.minSize')}
          value={element.minSize}
          min={smallestText}
          max={element.size}
          onChange={(size) => change('minSize', size)}
        />
        <Labelled label={t('design.align')}>
          <Select
            value={element.align}
            options={(['left', 'center', 'right'] as const).map((value) => ({
              value,
              label: t(`design.align.${value}`),
            }))}
            onChange={(align) => change('align', align)}
          />
        </Labelled>
        <Labelled label={t('design.vertical')}>
          <Select
            value={element.vertical}
            options={(['top', 'middle', 'bottom'] as const).map((value) => ({
              value,
              label: t(`design.vertical.${value}`),
            }))}
            onChange={(vertical) => change('vertical', vertical)}
          />
        </Labelled>
        <NumberField
          label={t('design.lineHeight')}
          value={element.lineHeight}
          min={0.8}
          max={3}
          step={0.1}
          onChange={(lineHeight) => change('lineHeight', lineHeight)}
        />
        <NumberField
          label={t('design.spacing')}
          value={element.spacing}
          min={0}
          max={60}
          onChange={(spacing) => change('spacing', spacing)}
        />
      </div>
      <Checkbox
        checked={element.bold}
        style={{ marginBlockStart: 12 }}
        onChange={({ target }) => change('bold', target.checked)}
      >
        {t('design.bold')}
      </Checkbox>
    </>
  )
}

/** What an element says and looks like, and where it stands. */
export const ElementFields = (props: ElementFieldsProps) => {
  const { design, element, language, onChange } = props
  const { t } = useCertificateWords()
  const { x, y, width, height, id } = element
  const place = (change: Partial<Box>): void =>
    onChange(onPage(design, { x, y, width, height, ...change }), `place ${id}`)
  const insert = (field: MergeField): void => {
    if (element.kind !== 'text') return
    const text = `${element.text[language] ?? ''}{${field}}`
    onChange({ text: { ...element.text, [language]: text } }, `text ${id}`)
  }
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      {element.kind === 'text' && (
        <>
          <Labelled label={t('design.text')}>
            <Input.TextArea
              lang={language}
              autoSize={{ minRows: 2, maxRows: 10 }}
              maxLength={maxTemplateText}
              value={element.text[language] ?? ''}
              onChange={({ target }) => onChange({ text: { ...element.text, [language]: target.value } }, `text ${id}`)}
            />
          </Labelled>
          <small className="muted">{t('design.text.help')}</small>
          <Select<MergeField>
            aria-label={t('design.insert')}
            placeholder={t('design.insert')}
            // Each choice inserts once.
            value={null}
            options={mergeFields.map((value) => ({ value, label: `${t(`field.${value}`)} {${value}}` }))}
            onChange={insert}
            style={{ width: '100%' }}
          />
          <Checkbox
            checked={element.isTitle}
            onChange={({ target }) => onChange({ isTitle: target.checked }, `title ${id}`)}
          >
            {t('design.isTitle')}
          </Checkbox>
        </>
      )}
      {element.kind === 'number' && (
        <Labelled label={t('design.label')}>
          <Input
            lang={language}
            maxLength={100}
            value={element.label[language] ?? ''}
            onChange={({ target }) =>
              onChange({ label: { ...element.label, [language]: target.value } }, `label ${id}`)
            }
          />
        </Labelled>
      )}
      {(element.kind === 'text' || element.kind === 'number') && <StyleFields {...props} element={element} />}
      {element.kind === 'qr' && (
        <ColorField
          label={t('design.color')}
          value={element.color}
          onChange={(color) => onChange({ color }, `color ${id}`)}
        />
      )}
      {element.kind === 'picture' && (
        <>
          <UploadField
            purpose="artwork"
            label={t('design.picture')}
            value={element.file}
            onChange={(file) => file && onChange({ file }, `picture ${id}`)}
          />
          <Labelled label={t('design.alt')}>
            <Input
              lang={language}
              maxLength={200}
              value={element.alt[language] ?? ''}
              onChange={({ target }) => onChange({ alt: { ...element.alt, [language]: target.value } }, `alt ${id}`)}
            />
          </Labelled>
        </>
      )}
      {element.kind === 'stamp' && (
        <>
          <UploadField
            purpose="artwork"
            label={t('design.stamp')}
            value={element.file}
            onChange={(file) => onChange({ file }, `stamp ${id}`)}
          />
          <small className="muted">{t('design.stamp.help')}</small>
        </>
      )}
      {element.kind === 'ornament' && (
        <div className={styles.pair}>
          <Labelled label={t('design.ornament')}>
            <Select
              value={element.ornament}
              options={ornaments.map((value) => ({ value, label: t(`design.ornament.${value}`) }))}
              onChange={(ornament) => onChange({ ornament }, `ornament ${id}`)}
            />
          </Labelled>
          <span />
          <ColorField
            label={t('design.color')}
            value={element.color}
            onChange={(color) => onChange({ color }, `color ${id}`)}
          />
          <ColorField
            label={t('design.second')}
            value={element.second}
            onChange={(second) => onChange({ second }, `second ${id}`)}
          />
        </div>
      )}
      <div className={styles.pair}>
        <NumberField label={t('design.x')} value={x} min={0} max={420} onChange={(value) => place({ x: value })} />
        <NumberField label={t('design.y')} value={y} min={0} max={420} onChange={(value) => place({ y: value })} />
        <NumberField
          label={t('design.width')}
          value={width}
          min={2}
          max={420}
          onChange={(value) => place({ width: value })}
        />
        <NumberField
          label={t('design.height')}
          value={height}
          min={0.1}
          max={420}
          onChange={(value) => place({ height: value })}
        />
      </div>
    </Space>
  )
}

/** The order of the elements; later ones lie above. */
export const ElementList = ({
  design,
  selected,
  nameOf,
  onSelect,
}: {
  design: CertificateDesign
  selected: string | undefined
  nameOf: (element: DesignElement) => string
  onSelect: (id: string) => void
}) => (
  <ol className={styles.list}>
    {design.elements.map((element) => (
      <li key={element.id}>
        <Button
          type={selected === element.id ? 'primary' : 'text'}
          size="small"
          block
          onClick={() => onSelect(element.id)}
          style={{ justifyContent: 'start', overflow: 'hidden' }}
        >
          {nameOf(element)}
        </Button>
      </li>
    ))}
  </ol>
)
