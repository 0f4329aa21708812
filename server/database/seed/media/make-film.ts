/**
 * Created lesson-to-entry.mp4, once: `node server/database/seed/media/make-film.ts`. Needs ffmpeg; the site and its
 * tests do not.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import sharp from 'sharp'
import { drawFilm, filmSeconds } from '../drawings/film.ts'

const framesPerSecond = 25
const target = join(import.meta.dirname, 'lesson-to-entry.mp4')

const input = ['-f', 'image2pipe', '-framerate', String(framesPerSecond), '-c:v', 'png', '-i', '-']
const picture = ['-c:v', 'libx264', '-preset', 'veryslow', '-tune', 'animation', '-crf', '27', '-pix_fmt', 'yuv420p']
// Players can seek to the second, and start before everything has arrived.
const access = ['-g', String(framesPerSecond * 2), '-movflags', '+faststart', '-map_metadata', '-1']
const ffmpeg = spawn('ffmpeg', ['-y', '-loglevel', 'error', ...input, ...picture, ...access, target], {
  stdio: ['pipe', 'inherit', 'inherit'],
})

for (let frame = 0; frame < filmSeconds * framesPerSecond; frame += 1) {
  const still = await sharp(Buffer.from(drawFilm(frame / framesPerSecond)))
    .png({ compressionLevel: 1 })
    .toBuffer()
  if (!ffmpeg.stdin.write(still)) await once(ffmpeg.stdin, 'drain')
}
ffmpeg.stdin.end()
const [code] = (await once(ffmpeg, 'close')) as [number]
process.exitCode = code
