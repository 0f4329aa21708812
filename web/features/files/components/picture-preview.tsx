import { useEffect, useRef } from 'react'
import styles from './upload-field.module.css'

const edge = 160

/** A picture from the person's own disk, drawn small. What cannot be drawn is left out: the server will say so. */
export const PicturePreview = ({ file }: { file: File }) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let isCurrent = true
    createImageBitmap(file, { resizeWidth: edge * 2, resizeQuality: 'medium' }).then(
      (bitmap) => {
        if (isCurrent && canvas.current) {
          canvas.current.width = bitmap.width
          canvas.current.height = bitmap.height
          canvas.current.getContext('2d')?.drawImage(bitmap, 0, 0)
        }
        bitmap.close()
      },
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [file])
  return <canvas ref={canvas} className={styles.preview} aria-hidden="true" width={edge} height={edge} />
}
