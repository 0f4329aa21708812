import { blue, warm, wood } from './colors.ts'
import { bars, board, crowd, curtain, room, textLines, width, window } from './event-settings.ts'
import { bookRow, certificate, laptop, laptopScreen, lectern, notebook, plant } from './furniture.ts'
import { fromBehind, seated, someone, standing } from './people-figures.ts'
import { circle, clip, gradient, group, place, rect, shape, stroke, times } from './svg.ts'

export const opening = (): string =>
  [
    room('#0d2d63', '#1c5199', '#123a78', 610),
    curtain(0, 140),
    curtain(1060, 140),
    ...[250, 450, 650, 850].map((x) =>
      shape(`M${x} 0 H${x + 100} L${x + 86} 16 H${x + 14}Z`, '#fff', { opacity: 0.25 }),
    ),
    board(
      330,
      70,
      5.4,
      '#f5f9ff',
      '#0a1d42',
      circle(50, 30, 21, 'none', { stroke: blue.pale, 'stroke-width': 0.8 }),
      circle(50, 30, 15, 'none', { stroke: blue.soft, 'stroke-width': 0.8 }),
      shape('M38 27 H62 L59.5 22.5 H40.5Z M41.5 28.5 H58.5 L56 43 H44Z', blue.mid),
      rect(28, 49, 44, 2.6, warm.clear, { rx: 1.3 }),
    ),
    rect(140, 560, 920, 50, '#1f5aa6'),
    rect(140, 556, 920, 6, blue.soft),
    place(
      238,
      566,
      1.06,
      standing({ ...someone(6), top: '#2c466f', cut: 'short' }, 'hold'),
      place(0, 6, 0.8, lectern()),
    ),
    ...[926, 1000].map((x, index) => place(x, 562, 0.7, plant(index === 0 ? '#5d9c86' : '#4f8f78', '#e9eef6'))),
    crowd(700, 0.86, 3),
    crowd(812, 1.12, 17),
  ].join('')

export const jury = (): string =>
  [
    room('#e9f0f9', '#cfdff2', '#b3c6de', 600),
    board(
      330,
      64,
      5.4,
      '#ffffff',
      '#26344f',
      rect(8, 8, 46, 34, blue.mist, { rx: 1 }),
      circle(31, 25, 8, '#fff'),
      shape('M28.6 20.6 L36 25 L28.6 29.4Z', blue.mid),
      rect(8, 46, 46, 2, blue.pale, { rx: 1 }),
      rect(8, 46, 18, 2, warm.clear, { rx: 1 }),
      textLines(62, 12, [24, 30, 20]),
      ...[0, 1, 2, 3, 4].map((row) => circle(64 + row * 6.4, 38, 2.2, row < 4 ? warm.clear : blue.pale)),
      textLines(62, 45, [28, 16]),
    ),
    ...[0, 1, 2, 3, 4].map((index) =>
      place(190 + index * 205, 560, 1.28, seated(someone([1, 10, 4, 13, 7][index]!), false)),
    ),
    shape('M60 556 H1140 L1180 640 H20Z', '#f7f9fc'),
    rect(20, 640, 1160, 120, '#dde6f2'),
    rect(20, 640, 1160, 8, '#bccce0'),
    ...[0, 1, 2, 3, 4].map((index) =>
      index % 2 === 0
        ? place(190 + index * 205, 612, 0.92, laptop('#c6d3e6'))
        : place(190 + index * 205, 600, 0.8, notebook()),
    ),
    ...[300, 700, 905].map((x) => rect(x, 584, 22, 34, '#9ec3ee', { rx: 4, opacity: 0.85 })),
  ].join('')

export const briefing = (): string => {
  const faces = times(12, (index) => {
    const [column, row] = [index % 4, Math.floor(index / 4)]
    const [x, y] = [-106 + column * 53.6, -150 + row * 43]
    return [
      clip(`seat${index}`, rect(x, y, 50, 39, '#fff', { rx: 3 })),
      group(
        { 'clip-path': `url(#seat${index})` },
        rect(x, y, 50, 39, [blue.mist, '#e6edf6', '#fbe9d8', '#d9e9e3'][(index * 3) % 4]!),
        place(x + 25, y + 40, 0.2, seated(someone(index * 2 + 1), false)),
      ),
    ].join('')
  })
  return [
    room('#f1ece4', '#e2e9f2', '#d8c3a5', 600),
    window(90, 90, 250, 320),
    rect(860, 250, 270, 14, wood.clear, { rx: 3 }),
    place(880, 250, 1, bookRow(10, [blue.mid, warm.clear, blue.soft, '#34506f', '#c6d3e6'])),
    rect(860, 400, 270, 14, wood.clear, { rx: 3 }),
    place(900, 400, 0.86, plant('#5d9c86', '#f3f6fb')),
    place(980, 400, 1, bookRow(6, [blue.clear, '#e9eef6', warm.soft, '#27406b'], 84)),
    shape('M40 588 H1160 L1200 700 H0Z', wood.soft),
    rect(0, 700, width, 100, wood.clear),
    place(560, 640, 2.5, laptopScreen(faces)),
    place(200, 660, 1.1, notebook()),
    rect(930, 606, 54, 64, '#ffffff', { rx: 8 }),
    stroke('M984 620 Q1010 626 1004 642 Q998 656 982 652', '#ffffff', 9),
    rect(930, 606, 54, 10, wood.deep, { rx: 5, opacity: 0.6 }),
  ].join('')
}

export const defence = (): string =>
  [
    room('#123a78', '#1f5aa6', '#0f3266', 600),
    board(
      90,
      80,
      6,
      '#ffffff',
      '#0a1d42',
      textLines(8, 9, [34, 22]),
      bars(10, 50),
      stroke('M8 50 H46', blue.soft, 0.8),
      circle(74, 30, 15, blue.mist),
      shape('M74 30 V15 A15 15 0 0 1 87 37.5Z', warm.clear),
      shape('M74 30 L87 37.5 A15 15 0 0 1 66 42.6Z', blue.clear),
    ),
    place(800, 640, 1.5, standing({ ...someone(8), cut: 'bob', top: '#e9eef6', hair: '#1c1a20' }, 'rest')),
    place(930, 646, 1.5, standing({ ...someone(5), cut: 'short', top: '#2c466f' }, 'hold')),
    place(1062, 640, 1.5, standing({ ...someone(11), cut: 'bun', top: warm.soft, hair: '#2b2323' }, 'rest')),
    rect(0, 706, width, 94, '#0a2450'),
    rect(0, 700, width, 10, '#3f7fd6'),
    ...[150, 400, 650, 900].map((x, index) =>
      place(x, 800, 1.24, fromBehind({ ...someone(index + 30), top: '#0d2a5c' })),
    ),
    ...[270, 520, 770, 1020].map((x) => rect(x - 30, 690, 60, 18, '#dfeafa', { rx: 3 })),
  ].join('')

const ribbon = (x: number, y: number, color: string, turn: number): string =>
  rect(x, y, 10, 26, color, { rx: 3, transform: `rotate(${turn} ${x} ${y})` })

export const awards = (): string =>
  [
    room('#0d2d63', '#205aa8', '#16478c', 600),
    curtain(0, 190),
    curtain(1010, 190),
    gradient('spot', [0, 0, 0, 1], [0, '#fff', 0.28], [1, '#fff', 0]),
    ...[330, 600, 870].map((x) => shape(`M${x - 40} 0 H${x + 40} L${x + 170} 620 H${x - 170}Z`, 'url(#spot)')),
    circle(600, 210, 116, 'none', { stroke: warm.soft, 'stroke-width': 6, opacity: 0.8 }),
    circle(600, 210, 96, warm.clear, { opacity: 0.95 }),
    shape('M600 140 L621 186 L671 191 L633 224 L644 273 L600 247 L556 273 L567 224 L529 191 L579 186Z', '#fff6ea'),
    rect(190, 580, 820, 60, '#2a67b8'),
    rect(190, 574, 820, 8, blue.soft),
    ...[0, 1, 2, 3, 4].map((index) => {
      const x = 300 + index * 150
      return place(
        x,
        612,
        1.26,
        standing(
          {
            ...someone([4, 9, 2, 13, 7][index]!),
            top: ['#2c466f', '#e9eef6', '#7b4a4f', '#34506f', '#dfeafa'][index]!,
          },
          'hold',
        ),
        place(0, -108, 0.42, certificate()),
        circle(-34, -112, 8, someone([4, 9, 2, 13, 7][index]!).skin),
        circle(34, -112, 8, someone([4, 9, 2, 13, 7][index]!).skin),
      )
    }),
    times(26, (index) =>
      ribbon(
        220 + ((index * 137) % 760),
        30 + ((index * 83) % 300),
        [warm.soft, '#ffffff', blue.soft][index % 3]!,
        (index * 47) % 180,
      ),
    ),
    crowd(806, 1.05, 25),
  ].join('')
