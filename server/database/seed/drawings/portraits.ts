import { hairs, skins } from './colors.ts'
import { circle, drawing, ellipse, gradient, group, place, rect, shape, stroke } from './svg.ts'

const hairForms = [
  'parted',
  'combed',
  'crop',
  'receding',
  'bald',
  'bob',
  'long',
  'bun',
  'curls',
  'scarf',
  'tail',
  'fringe',
] as const
const clothes = ['suit', 'blazer', 'jumper', 'shirt', 'coat', 'highNeck', 'blouse'] as const

/** How somebody is drawn. Colours of skin and hair are numbers of their lists. */
export interface Portrait {
  skin: number
  hair: number
  form: (typeof hairForms)[number]
  wears: (typeof clothes)[number]
  color: string
  /** Of what is worn below, of the tie, or of the scarf. */
  second?: string
  ground: string
  glasses?: 'round' | 'square'
  beard?: 'full' | 'moustache'
  /** Lines of age. */
  elder?: boolean
  /** Slightly fuller or narrower. */
  width?: number
}

const shade = (d: string): string => shape(d, '#000', { opacity: 0.14 })

/** What lies below the neck. */
const torso = ({ wears, color, second = '#ffffff' }: Portrait): string => {
  const shoulders = shape(
    'M36 640 Q40 506 132 474 Q206 450 250 440 Q320 480 390 440 Q434 450 508 474 Q600 506 604 640Z',
    color,
  )
  const opening = shape('M250 440 L320 640 L390 440Z', wears === 'suit' ? '#ffffff' : second)
  switch (wears) {
    case 'suit':
      return [
        shoulders,
        opening,
        shape('M304 508 H336 L346 540 L336 640 H304 L294 540Z', second),
        shade('M250 440 L214 522 L258 550 L236 570 L320 640 L292 560Z'),
        shade('M390 440 L426 522 L382 550 L404 570 L320 640 L348 560Z'),
      ].join('')
    case 'blazer':
      return [
        shoulders,
        opening,
        shade('M250 440 L210 530 L256 552 L234 574 L320 640Z'),
        shade('M390 440 L430 530 L384 552 L406 574 L320 640Z'),
      ].join('')
    case 'coat':
      return [
        shoulders,
        opening,
        shape('M250 440 L216 526 L320 640 L298 566Z M390 440 L424 526 L320 640 L342 566Z', '#000', { opacity: 0.08 }),
        stroke('M320 630 V640', '#000', 3, { opacity: 0.14 }),
        rect(420, 560, 84, 6, '#000', { opacity: 0.14, rx: 3 }),
        rect(446, 534, 8, 30, '#3f7fd6', { rx: 3 }),
      ].join('')
    default:
      return shoulders
  }
}

/** What lies around the neck. */
const collar = ({ wears, color, second = '#ffffff' }: Portrait): string => {
  switch (wears) {
    case 'suit':
      return [
        shape('M304 512 L310 488 H330 L336 512 L328 522 H312Z', second),
        shade('M304 512 L312 522 H328 L336 512 L328 516 H312Z'),
        shape('M262 424 L320 490 L288 520 L244 452Z M378 424 L320 490 L352 520 L396 452Z', '#ffffff'),
        stroke('M320 490 L288 520 M320 490 L352 520', '#000', 2, { opacity: 0.1 }),
      ].join('')
    case 'jumper':
      return [
        shape('M260 422 L320 488 L294 512 L240 454Z M380 422 L320 488 L346 512 L400 454Z', second),
        stroke('M240 456 Q276 532 320 540 Q364 532 400 456', color, 14),
        stroke('M234 462 Q272 544 320 552 Q368 544 406 462', '#000', 4, { opacity: 0.14 }),
      ].join('')
    case 'shirt':
      return [
        shape('M262 420 L320 492 L286 536 L236 454Z M378 420 L320 492 L354 536 L404 454Z', second),
        stroke('M320 492 L286 536 L236 454 M320 492 L354 536 L404 454', '#000', 2.5, { opacity: 0.12 }),
        stroke('M320 496 V640', '#000', 3, { opacity: 0.14 }),
        ...[548, 600].map((y) => circle(330, y, 4, '#000', { opacity: 0.22 })),
      ].join('')
    case 'highNeck':
      return [
        shape('M260 410 Q320 436 380 410 L392 452 Q380 506 320 510 Q260 506 248 452Z', color),
        stroke('M262 430 Q320 456 378 430', '#000', 4, { opacity: 0.1 }),
        stroke('M248 462 Q320 494 392 462', '#000', 6, { opacity: 0.14 }),
      ].join('')
    case 'blouse':
      return stroke('M258 436 Q320 560 382 436', second, 5) + circle(320, 500, 10, second)
    default:
      return ''
  }
}

const behind = ({ form, hair, second = '#34506f' }: Portrait): string => {
  const color = form === 'scarf' ? second : hairs[hair]!
  switch (form) {
    case 'bob':
      return shape(
        'M184 300 Q166 120 320 116 Q474 120 456 300 Q458 376 424 408 Q404 426 376 420 H264 Q236 426 216 408 Q182 376 184 300Z',
        color,
      )
    case 'long':
      return shape(
        'M186 300 Q164 112 320 110 Q476 112 454 300 Q456 420 482 500 Q410 540 390 460 H250 Q230 540 158 500 Q184 420 186 300Z',
        color,
      )
    case 'tail':
      return shape(
        'M200 280 Q180 120 320 116 Q460 120 440 280 L432 330 Q486 380 470 500 Q452 520 434 500 Q440 410 404 380 H236 Q204 360 200 280Z',
        color,
      )
    case 'bun':
      return circle(320, 116, 44, color) + shape('M198 290 Q182 126 320 122 Q458 126 442 290Z', color)
    case 'curls':
      return [
        [212, 212, 54],
        [250, 152, 56],
        [320, 128, 60],
        [390, 152, 56],
        [428, 212, 54],
        [204, 284, 48],
        [436, 284, 48],
        [214, 348, 40],
        [426, 348, 40],
      ]
        .map(([x, y, r]) => circle(x!, y!, r!, color))
        .join('')
    case 'fringe':
      return shape('M190 300 Q172 122 320 118 Q468 122 450 300 Q452 350 430 372 H210 Q188 350 190 300Z', color)
    case 'scarf':
      return shape(
        'M176 300 Q164 96 320 96 Q476 96 464 300 Q468 420 520 500 Q420 560 320 560 Q220 560 120 500 Q172 420 176 300Z',
        color,
      )
    default:
      return ''
  }
}

const before = ({ form, hair, second = '#34506f' }: Portrait): string => {
  const color = form === 'scarf' ? second : hairs[hair]!
  switch (form) {
    case 'parted':
      return shape(
        'M210 272 Q190 138 312 128 Q446 122 432 272 Q426 236 408 208 Q340 214 282 182 Q252 214 228 222 Q214 244 210 272Z',
        color,
      )
    case 'combed':
      return shape(
        'M210 268 Q186 146 290 126 Q420 104 432 268 Q424 214 388 190 Q320 172 252 202 Q220 226 210 268Z',
        color,
      )
    case 'crop':
      return shape(
        'M212 262 Q200 132 320 128 Q440 132 428 262 Q422 216 404 196 Q320 176 236 196 Q218 216 212 262Z',
        color,
      )
    case 'receding':
      return shape(
        'M205 296 Q192 150 320 134 Q448 150 435 296 Q430 240 414 216 Q404 178 364 168 Q320 178 276 168 Q236 178 226 216 Q210 240 205 296Z',
        color,
      )
    case 'bald':
      return shape('M204 306 Q196 232 222 192 Q212 246 222 276Z M436 306 Q444 232 418 192 Q428 246 418 276Z', color)
    case 'bob':
      return shape(
        'M204 296 Q182 142 316 130 Q458 134 436 296 Q430 228 384 186 Q318 214 240 220 Q212 250 204 296Z',
        color,
      )
    case 'long':
      return shape('M204 310 Q186 136 320 126 Q454 136 436 310 Q436 220 330 172 Q232 206 204 310Z', color)
    case 'tail':
      return shape(
        'M208 282 Q190 138 320 128 Q450 138 432 282 Q424 214 372 184 Q300 226 232 216 Q212 246 208 282Z',
        color,
      )
    case 'bun':
      return shape('M206 286 Q190 142 320 132 Q450 142 434 286 Q428 212 320 176 Q212 212 206 286Z', color)
    case 'curls':
      return [
        [320, 158, 26],
        [246, 178, 26],
        [396, 178, 26],
        [282, 162, 28],
        [360, 162, 28],
        [236, 202, 30],
        [278, 178, 32],
        [326, 172, 32],
        [372, 182, 30],
        [406, 210, 27],
      ]
        .map(([x, y, r]) => circle(x!, y!, r!, color))
        .join('')
    case 'fringe':
      return shape(
        'M204 300 Q186 134 320 128 Q454 134 436 300 Q432 262 424 236 Q320 252 216 236 Q208 262 204 300Z',
        color,
      )
    case 'scarf':
      return [
        shape(
          'M200 300 Q186 122 320 118 Q454 122 440 300 Q438 372 400 420 Q430 372 428 300 Q420 176 320 174 Q220 176 212 300 Q210 372 240 420 Q202 372 200 300Z',
          color,
        ),
        shape(
          'M212 340 Q232 440 320 446 Q408 440 428 340 Q462 420 440 500 Q380 560 280 540 Q196 520 190 470 Q190 400 212 340Z',
          color,
        ),
        stroke('M236 430 Q320 500 424 452 M226 476 Q310 540 412 512', '#000', 4, { opacity: 0.1 }),
      ].join('')
  }
}

const coversEars: ReadonlySet<Portrait['form']> = new Set(['bob', 'long', 'curls', 'fringe', 'scarf'])

const face = ({ skin, hair, glasses, beard, elder = false, form, width = 1 }: Portrait): string => {
  const [color, brow] = [skins[skin]!, form === 'scarf' ? '#2b2323' : hairs[Math.min(hair, 5)]!]
  const line = '#5b3524'
  return group(
    { transform: `translate(${320 - 320 * width} 0) scale(${width} 1)` },
    coversEars.has(form)
      ? ''
      : [206, 434]
          .map((x) => ellipse(x, 292, 18, 28, color) + ellipse(x, 294, 9, 16, '#000', { opacity: 0.08 }))
          .join(''),
    shape(
      'M208 252 Q206 150 320 148 Q434 150 432 252 Q434 342 398 386 Q362 426 320 426 Q278 426 242 386 Q206 342 208 252Z',
      color,
    ),
    beard === 'full'
      ? shape(
          'M212 296 Q218 352 246 386 Q280 426 320 426 Q360 426 394 386 Q422 352 428 296 Q412 344 380 348 Q320 330 260 348 Q228 344 212 296Z',
          brow,
        )
      : '',
    // Cheeks, brows, eyes.
    ellipse(252, 330, 24, 15, '#e0714f', { opacity: 0.13 }),
    ellipse(388, 330, 24, 15, '#e0714f', { opacity: 0.13 }),
    stroke('M246 256 Q268 242 292 252', brow, 8),
    stroke('M348 252 Q372 242 394 256', brow, 8),
    ellipse(270, 286, 9, 11, '#26201f'),
    ellipse(370, 286, 9, 11, '#26201f'),
    circle(273, 282, 3, '#fff', { opacity: 0.9 }),
    circle(373, 282, 3, '#fff', { opacity: 0.9 }),
    stroke('M322 290 Q332 320 326 328 Q318 334 308 330', line, 5, { opacity: 0.42 }),
    beard ? shape('M268 352 Q294 336 320 346 Q346 336 372 352 Q346 362 320 356 Q294 362 268 352Z', brow) : '',
    stroke('M286 368 Q320 394 354 368', beard === 'full' ? '#f3d9cf' : '#a8483a', 7, {
      opacity: beard === 'full' ? 0.9 : 0.75,
    }),
    elder
      ? stroke(
          'M240 314 Q254 324 272 322 M400 314 Q386 324 368 322 M266 350 Q258 362 262 376 M374 350 Q382 362 378 376 M284 208 Q320 200 356 208',
          line,
          4,
          {
            opacity: 0.22,
          },
        )
      : '',
    glasses
      ? [
          glasses === 'round'
            ? circle(270, 288, 40, '#fff', { 'fill-opacity': 0.14, stroke: '#2c3447', 'stroke-width': 6 }) +
              circle(370, 288, 40, '#fff', { 'fill-opacity': 0.14, stroke: '#2c3447', 'stroke-width': 6 })
            : rect(228, 256, 82, 62, '#fff', { 'fill-opacity': 0.14, stroke: '#2c3447', 'stroke-width': 6, rx: 16 }) +
              rect(330, 256, 82, 62, '#fff', { 'fill-opacity': 0.14, stroke: '#2c3447', 'stroke-width': 6, rx: 16 }),
          stroke('M310 284 Q320 276 330 284 M228 282 L210 276 M412 282 L430 276', '#2c3447', 6),
        ].join('')
      : '',
  )
}

/** A bust of somebody who does not exist, 640 by 640. */
export const drawPortrait = (portrait: Portrait): string => {
  const { form, skin, second = '#34506f' } = portrait
  // A scarf covers the neck.
  const neck = form === 'scarf' ? second : skins[skin]!
  return drawing(
    640,
    640,
    gradient('ground', [0, 0, 1, 1], [0, '#ffffff'], [1, portrait.ground]),
    rect(0, 0, 640, 640, portrait.ground),
    rect(0, 0, 640, 640, 'url(#ground)', { opacity: 0.55 }),
    circle(320, 300, 250, '#ffffff', { opacity: 0.4 }),
    place(
      0,
      22,
      1,
      behind(portrait),
      torso(portrait),
      shape('M266 370 H374 V436 Q372 478 320 492 Q268 478 266 436Z', neck),
      shape('M266 386 Q320 452 374 386 V420 Q320 464 266 420Z', '#000', { opacity: 0.12 }),
      collar(portrait),
      face(portrait),
      before(portrait),
    ),
  )
}
