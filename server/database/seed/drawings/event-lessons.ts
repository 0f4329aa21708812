import { blue, warm, wood } from './colors.ts'
import { board, height, room, textLines, width, window } from './event-settings.ts'
import { laptop, notebook } from './furniture.ts'
import { fromBehind, seated, someone, standing } from './people-figures.ts'
import { circle, ellipse, gradient, group, place, rect, shape, stroke, times } from './svg.ts'

const pupilDesk = (x: number, y: number, scale: number, who: number, raises: boolean): string =>
  place(
    x,
    y,
    scale,
    raises ? stroke('M44 -60 Q62 -110 58 -150', someone(who).top, 18) + circle(58, -160, 10, someone(who).skin) : '',
    fromBehind(someone(who)),
    rect(-86, -16, 172, 16, wood.soft, { rx: 5 }),
    rect(-70, 0, 10, 60, '#7c8aa1'),
    rect(60, 0, 10, 60, '#7c8aa1'),
  )

export const classroom = (): string =>
  [
    room('#f4efe6', '#e6eef7', '#dac8ad', 560),
    window(60, 90, 200, 280),
    board(
      320,
      70,
      6.1,
      '#174a44',
      wood.clear,
      stroke('M12 42 H44 M16 46 V14 M16 42 Q24 12 32 30 T44 18', '#f0f6ee', 1),
      stroke('M58 18 H74 L66 32Z', '#f0f6ee', 1),
      circle(84, 24, 7, 'none', { stroke: warm.soft, 'stroke-width': 1 }),
      stroke('M84 24 V17 A7 7 0 0 1 91 24Z', warm.soft, 1),
      textLines(58, 42, [30, 22], '#cfe0d8'),
    ),
    place(
      1030,
      610,
      1.36,
      standing({ ...someone(3), cut: 'tail', top: warm.clear, skin: '#efc19d', hair: '#1c1a20' }, 'present'),
    ),
    ...[0, 1, 2, 3].map((index) => pupilDesk(170 + index * 235, 660, 0.82, index + 2, index === 2)),
    ...[0, 1, 2, 3].map((index) => pupilDesk(120 + index * 318, 806, 1.1, index + 8, index === 1)),
  ].join('')

export const swing = (): string =>
  [
    gradient('sky', [0, 0, 0, 1], [0, '#8dbdf0'], [1, '#eaf4ff']),
    rect(0, 0, width, height, 'url(#sky)'),
    circle(1010, 150, 62, '#fff2d8'),
    ...[
      [200, 130, 1],
      [700, 100, 0.8],
    ].map(([x, y, scale]) =>
      place(
        x!,
        y!,
        scale!,
        shape('M-110 20 Q-112 -4 -78 -6 Q-66 -36 -24 -28 Q4 -50 40 -26 Q84 -28 86 -2 Q112 2 108 20Z', '#fff', {
          opacity: 0.85,
        }),
      ),
    ),
    shape('M0 520 Q160 330 340 440 Q520 260 760 430 Q960 310 1200 450 V800 H0Z', '#7fb3a8'),
    shape('M0 580 Q260 430 520 540 Q820 430 1200 560 V800 H0Z', '#5d9c8c'),
    rect(0, 620, width, 180, '#d9b98d'),
    rect(0, 620, width, 10, '#c8a577'),
    rect(70, 430, 300, 190, '#f4efe6'),
    shape('M50 440 L220 350 L390 440Z', '#a85b3c'),
    ...[100, 190, 280].map((x) => rect(x, 480, 60, 56, '#8dbdf0') + rect(x + 27, 480, 6, 56, '#fff')),
    rect(196, 556, 48, 64, wood.clear),
    stroke('M560 650 L640 270 M960 650 L880 270 M630 280 H890', '#5a6b85', 14),
    stroke('M720 286 L664 560 M800 286 L744 560', '#8a6b4a', 6),
    rect(650, 556, 108, 16, wood.clear, { rx: 5, transform: 'rotate(9 704 564)' }),
    rect(678, 498, 42, 64, '#1c2a44', { rx: 7, transform: 'rotate(12 700 530)' }),
    rect(684, 505, 30, 48, '#bfe0ff', { rx: 3, transform: 'rotate(12 700 530)' }),
    stroke('M688 532 q5 -14 10 0 t10 0', warm.deep, 3, { transform: 'rotate(12 700 530)' }),
    place(470, 690, 1.16, standing({ ...someone(2), cut: 'short', top: '#e9eef6' }, 'point')),
    place(960, 720, 1.02, standing({ ...someone(9), top: warm.clear, cut: 'tail' }, 'hold')),
    place(1070, 730, 0.98, standing({ ...someone(4), top: blue.clear, cut: 'short' }, 'rest')),
    place(960, 600, 0.34, notebook()),
  ].join('')

export const ward = (): string =>
  [
    room('#eef4f8', '#d7e7ee', '#b9cfd8', 590),
    window(70, 90, 220, 260),
    rect(800, 110, 260, 170, '#16314f', { rx: 12 }),
    stroke('M820 200 H868 L884 160 L904 244 L920 188 L932 200 H1040', '#7fe0c0', 6),
    stroke('M820 250 q20 -18 40 0 t40 0 t40 0 t40 0 t40 0', warm.soft, 5),
    rect(920, 280, 20, 60, '#5a6b85'),
    stroke('M700 150 V600', '#8fa1bd', 8),
    stroke('M672 150 H728', '#8fa1bd', 8),
    rect(664, 160, 36, 62, '#cfe6f6', { rx: 8, opacity: 0.95 }),
    rect(664, 190, 36, 32, '#8cc1ea', { rx: 8 }),
    stroke('M682 222 Q684 330 640 420', '#8cc1ea', 4),
    rect(330, 500, 520, 24, '#c6d3e6', { rx: 8 }),
    rect(346, 524, 12, 120, '#8fa1bd'),
    rect(822, 524, 12, 120, '#8fa1bd'),
    circle(352, 650, 12, '#5a6b85'),
    circle(828, 650, 12, '#5a6b85'),
    rect(320, 380, 18, 150, '#8fa1bd', { rx: 6 }),
    rect(340, 452, 510, 52, '#ffffff', { rx: 18 }),
    rect(350, 430, 130, 46, '#f7fbff', { rx: 20 }),
    ellipse(430, 424, 40, 34, '#e3ac84'),
    shape('M392 416 Q394 384 430 386 Q462 384 468 410 Q440 398 392 416Z', '#2b2323'),
    shape('M470 452 Q560 404 700 428 Q820 438 850 462 V504 H470Z', '#a8cdec'),
    stroke('M560 436 Q640 420 720 440', '#7fb1dc', 4),
    place(
      560,
      690,
      1.36,
      standing(
        { ...someone(5), cut: 'bun', top: '#f7fbff', shirt: blue.soft, trousers: '#8fb4d8', hair: '#1c1a20' },
        'hold',
      ),
    ),
    place(
      930,
      700,
      1.34,
      standing({ ...someone(1), cut: 'bob', top: '#7fb9b0', trousers: '#4d7f86', hair: '#2b2323' }, 'present'),
    ),
    rect(1080, 470, 90, 150, '#ffffff', { rx: 8 }),
    ...[500, 545, 590].map((y) => rect(1094, y, 62, 8, '#c6d3e6', { rx: 4 })),
    rect(1090, 430, 70, 40, '#e3524a', { rx: 6, opacity: 0.9 }),
    shape('M1119 438 H1131 V446 H1139 V456 H1131 V464 H1119 V456 H1111 V446 H1119Z', '#fff'),
  ].join('')

export const workshop = (): string =>
  [
    room('#f3f6fb', '#dbe6f4', '#c3d2e6', 560),
    board(
      110,
      80,
      5,
      '#ffffff',
      '#9fb0ca',
      times(12, (index) => {
        const [column, row] = [index % 4, Math.floor(index / 4)]
        const colors = ['#ffe3b8', blue.pale, '#ffd0ad', '#cfe6dc']
        return rect(7 + column * 16 + (row % 2) * 2, 7 + row * 16, 12, 12, colors[(index * 3 + row) % 4]!, {
          rx: 0.6,
          transform: `rotate(${((index * 5) % 7) - 3} ${13 + column * 16} ${13 + row * 16})`,
        })
      }),
      stroke('M74 18 H92 M74 24 H90 M74 30 H86', blue.soft, 1.4),
    ),
    window(800, 90, 290, 270),
    ...[0, 1, 2, 3].map((index) => place(250 + index * 235, 560, 1.3, seated(someone([12, 6, 9, 3][index]!), true))),
    ellipse(600, 640, 540, 104, '#ffffff'),
    ellipse(600, 650, 540, 104, '#000', { opacity: 0.05 }),
    ellipse(600, 636, 540, 100, '#f9fbfe'),
    place(360, 640, 0.9, notebook()),
    place(640, 660, 0.95, laptop('#c6d3e6')),
    place(850, 630, 0.8, notebook()),
    ...[
      [470, 600, '#ffe3b8'],
      [520, 690, blue.pale],
      [760, 690, '#ffd0ad'],
    ].map(([x, y, color]) =>
      rect(Number(x), Number(y), 46, 34, String(color), { rx: 3, transform: `rotate(-8 ${x} ${y})` }),
    ),
    place(270, 806, 1.3, fromBehind(someone(20))),
    place(930, 806, 1.3, fromBehind(someone(14))),
  ].join('')

export const filming = (): string =>
  [
    gradient('table', [0, 0, 1, 1], [0, '#e9d6bb'], [1, '#d3b48a']),
    rect(0, 0, width, height, 'url(#table)'),
    ...[110, 250, 420, 560, 700].map((y) =>
      stroke(`M0 ${y} Q400 ${y - 16} 800 ${y + 8} T1200 ${y}`, '#b98a5b', 2, { opacity: 0.25 }),
    ),
    rect(250, 150, 620, 440, '#ffffff', { rx: 6, transform: 'rotate(-2 560 370)' }),
    group(
      { transform: 'rotate(-2 560 370)' },
      // A bar in nine tenths, and one in twelve hundredths.
      rect(310, 220, 400, 64, 'none', { stroke: blue.mid, 'stroke-width': 4 }),
      times(9, (index) => rect(312 + index * 40, 222, 38, 60, blue.soft, { opacity: 0.7 })),
      times(9, (index) => stroke(`M${350 + index * 40} 220 V284`, blue.mid, 3)),
      rect(310, 330, 400, 64, 'none', { stroke: blue.mid, 'stroke-width': 4 }),
      rect(312, 332, 48, 60, warm.clear, { opacity: 0.8 }),
      stroke('M310 450 H560 M310 486 H500 M310 522 H590', blue.pale, 8),
    ),
    // Sleeve, hand and pen from below.
    shape('M812 800 L760 600 Q742 530 772 492 Q812 470 846 516 Q872 560 884 620 L960 800Z', '#efc19d'),
    shape('M790 800 L768 652 Q826 612 892 634 L990 800Z', '#3a6fb8'),
    stroke('M600 392 L716 482', warm.deep, 14),
    stroke('M596 389 L610 400', '#26344f', 14),
    stroke('M800 540 Q752 486 672 452', '#efc19d', 34),
    stroke('M806 566 Q752 520 692 490', '#e8b48c', 32),
    stroke('M812 594 Q764 560 716 534', '#efc19d', 32),
    stroke('M786 520 Q724 516 690 478', '#e8b48c', 26),
    // The telephone above, on its arm.
    stroke('M1200 90 H960 L900 160', '#26344f', 20),
    rect(930, 60, 60, 60, '#3c4d6d', { rx: 12 }),
    rect(700, 60, 260, 140, '#1c2a44', { rx: 20, transform: 'rotate(-6 830 130)' }),
    rect(716, 74, 228, 112, '#f5f9ff', { rx: 8, transform: 'rotate(-6 830 130)' }),
    group(
      { transform: 'rotate(-6 830 130)' },
      rect(740, 94, 130, 22, blue.soft),
      rect(740, 128, 130, 22, blue.mist),
      rect(740, 128, 18, 22, warm.clear),
      circle(918, 130, 12, '#e3524a'),
    ),
    rect(90, 200, 26, 300, warm.clear, { rx: 12, transform: 'rotate(8 100 350)' }),
    rect(150, 230, 26, 300, blue.clear, { rx: 12, transform: 'rotate(-4 160 380)' }),
    rect(60, 560, 130, 84, '#f2c6c0', { rx: 12, transform: 'rotate(-14 120 600)' }),
    ...[0, 1, 2].map((index) =>
      rect(980 + index * 6, 500 + index * 22, 150, 96, ['#ffffff', '#f7fbff', '#ffffff'][index]!, {
        rx: 4,
        transform: `rotate(${6 - index * 5} 1050 560)`,
      }),
    ),
    stroke('M1020 578 H1110 M1020 602 H1090', blue.pale, 6),
  ].join('')
