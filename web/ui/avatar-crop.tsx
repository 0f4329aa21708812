import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { FormattedMessage, useIntl } from './intl.tsx'
import styles from './avatar-crop.module.css'
import { Dialog } from './dialog.tsx'
import { ButtonSpinner } from './form/button-spinner.tsx'

/** The cropped square: its centre in pixels of the picture, and the zoom relative to the largest square. */
export interface Crop {
  x: number
  y: number
  zoom: number
}

export interface PictureSize {
  width: number
  height: number
}

export const largestZoom = 4
const outputSide = 512

export const wholeCrop = ({ width, height }: PictureSize): Crop => ({ x: width / 2, y: height / 2, zoom: 1 })

export const sideOf = ({ width, height }: PictureSize, zoom: number): number => Math.min(width, height) / zoom

const between = (low: number, value: number, high: number): number => Math.min(Math.max(value, low), high)

/** The nearest crop that is inside the picture. */
export const keepInside = (size: PictureSize, { x, y, zoom }: Crop): Crop => {
  const allowed = between(1, zoom, largestZoom)
  const half = sideOf(size, allowed) / 2
  return { x: between(half, x, size.width - half), y: between(half, y, size.height - half), zoom: allowed }
}

/** Moves the picture by a fraction of the frame's width: moving it to the right shows more of its left. */
export const pushPicture = (size: PictureSize, crop: Crop, right: number, down: number): Crop => {
  const side = sideOf(size, crop.zoom)
  return keepInside(size, { ...crop, x: crop.x - right * side, y: crop.y - down * side })
}

const draw = (canvas: HTMLCanvasElement, image: HTMLImageElement, { x, y, zoom }: Crop): void => {
  const side = sideOf({ width: image.naturalWidth, height: image.naturalHeight }, zoom)
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  // Transparent pixels would become black in a JPEG.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, outputSide, outputSide)
  context.drawImage(image, x - side / 2, y - side / 2, side, side, 0, 0, outputSide, outputSide)
}

const asDataUrl = async (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file cannot be read')))
    reader.readAsDataURL(file)
  })

/** A data URL: the CSP allows no blob URLs. */
const openPicture = async (file: File): Promise<HTMLImageElement> => {
  const image = new Image()
  image.src = await asDataUrl(file)
  await image.decode()
  if (image.naturalWidth === 0) throw new Error('the picture has no size')
  return image
}

const toJpeg = async (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    const done = (blob: Blob | null): void =>
      blob ? resolve(blob) : reject(new Error('the picture cannot be written'))
    canvas.toBlob(done, 'image/jpeg', 0.9)
  })

const pushes: Record<string, readonly [right: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const zooms: Record<string, number> = { '+': 0.1, '=': 0.1, '-': -0.1, _: -0.1 }

interface StageProps {
  image: HTMLImageElement
  crop: Crop
  canvas: React.RefObject<HTMLCanvasElement | null>
  onCrop: (crop: Crop) => void
}

/** The cropped part as it will be sent. Moved by touch, mouse or arrow keys; a tap centres. */
const Stage = ({ image, crop, canvas, onCrop }: StageProps) => {
  const intl = useIntl()
  const id = useId()
  const drag = useRef<{ x: number; y: number; from: Crop; moved: boolean }>(undefined)
  const size = { width: image.naturalWidth, height: image.naturalHeight }
  useEffect(() => draw(canvas.current!, image, crop), [canvas, image, crop])

  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (!event.isPrimary || event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, y: event.clientY, from: crop, moved: false }
  }
  const onPointerMove = ({ isPrimary, clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): void => {
    const start = drag.current
    if (!start || !isPrimary) return
    const [right, down] = [clientX - start.x, clientY - start.y]
    // Small movements of a finger count as a tap.
    if (!start.moved && Math.hypot(right, down) < 5) return
    start.moved = true
    onCrop(pushPicture(size, start.from, right / currentTarget.clientWidth, down / currentTarget.clientHeight))
  }
  const onPointerUp = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): void => {
    const start = drag.current
    drag.current = undefined
    if (!start || start.moved) return
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    onCrop(pushPicture(size, crop, 0.5 - (clientX - left) / width, 0.5 - (clientY - top) / height))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const [push, zoom] = [pushes[event.key], zooms[event.key]]
    if (!push && zoom === undefined) return
    event.preventDefault()
    const step = event.shiftKey ? 0.1 : 0.02
    if (push) onCrop(pushPicture(size, crop, push[0] * step, push[1] * step))
    else onCrop(keepInside(size, { ...crop, zoom: crop.zoom + zoom! }))
  }

  return (
    <>
      {/* A role, so that screen readers pass the arrow keys on to it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        className={styles.stage}
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={intl.formatMessage({ id: 'form.avatar.stage' })}
        aria-describedby={id}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => {
          drag.current = undefined
        }}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} width={outputSide} height={outputSide} />
      </div>
      <p id={id} className={`muted small ${styles.hint}`}>
        <FormattedMessage id="form.avatar.hint" />{' '}
        <span className={styles.keys}>
          <FormattedMessage id="form.avatar.keys" />
        </span>
      </p>
    </>
  )
}

interface AvatarCropProps {
  file: File
  /** Receives a JPEG of 512 × 512 pixels; the dialog waits for it. */
  onDone: (picture: Blob) => Promise<unknown> | void
  onCancel: () => void
}

/** A dialog for cropping a picture to a square. */
export const AvatarCrop = ({ file, onDone, onCancel }: AvatarCropProps) => {
  const intl = useIntl()
  const id = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const running = useRef(false)
  const [image, setImage] = useState<HTMLImageElement | 'unreadable'>()
  const [crop, setCrop] = useState<Crop>({ x: 0, y: 0, zoom: 1 })
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    let isCurrent = true
    setImage(undefined)
    void openPicture(file).then(
      (opened) => {
        if (!isCurrent) return
        setImage(opened)
        setCrop(wholeCrop({ width: opened.naturalWidth, height: opened.naturalHeight }))
      },
      () => isCurrent && setImage('unreadable'),
    )
    return () => {
      isCurrent = false
    }
  }, [file])

  const finish = async (): Promise<void> => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await onDone(await toJpeg(canvas.current!))
    } catch {
      // The caller has shown the error; the user can retry.
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  const isOpened = image !== undefined && image !== 'unreadable'
  return (
    <Dialog open title={<FormattedMessage id="form.avatar.title" />} busy={busy} onClose={onCancel}>
      <p className={styles.problem} role="alert">
        {image === 'unreadable' && <FormattedMessage id="form.avatar.unreadable" values={{ file: file.name }} />}
      </p>
      {image === undefined && (
        <p role="status">
          <FormattedMessage id="shell.loading" />
        </p>
      )}
      {isOpened && (
        <>
          <Stage image={image} crop={crop} canvas={canvas} onCrop={setCrop} />
          <div className={`cluster ${styles.zoom}`}>
            <label htmlFor={id}>
              <FormattedMessage id="form.avatar.zoom" />
            </label>
            <input
              id={id}
              type="range"
              min="1"
              max={largestZoom}
              step="0.05"
              value={crop.zoom}
              aria-valuetext={intl.formatNumber(crop.zoom, { style: 'percent' })}
              onChange={({ currentTarget }) => {
                const size = { width: image.naturalWidth, height: image.naturalHeight }
                setCrop(keepInside(size, { ...crop, zoom: Number(currentTarget.value) }))
              }}
            />
          </div>
        </>
      )}
      <div className={`row gap-12 ${styles.actions}`}>
        {isOpened && (
          <button type="button" className="button" aria-disabled={busy || undefined} onClick={finish}>
            {busy && <ButtonSpinner />}
            <FormattedMessage id="form.avatar.use" />
          </button>
        )}
        <button
          type="button"
          className="button quiet"
          aria-disabled={busy || undefined}
          onClick={() => {
            if (!busy) onCancel()
          }}
        >
          <FormattedMessage id="form.cancel" />
        </button>
      </div>
    </Dialog>
  )
}
