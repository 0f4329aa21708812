import { useEffect, useRef } from 'react'
import styles from './upload-field.module.css'

const edge = 160

/** A small preview of a local picture. If it cannot be decoded, nothing is shown: the server reports the problem. */
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
