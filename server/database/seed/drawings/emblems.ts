import { blue, warm } from './colors.ts'
import { circle, drawing, ellipse, rect, shape, stroke, times } from './svg.ts'

const shield = 'M160 20 Q220 52 284 52 Q292 214 160 300 Q28 214 36 52 Q100 52 160 20Z'
const hexagon = 'M160 18 L284 89 V231 L160 302 L36 231 V89Z'

/** Signs of institutions that do not exist; without a ground, so that they stand on paper and on night alike. */
const emblems = {
  lectern: () => [
    circle(160, 160, 142, blue.mid),
    circle(160, 160, 124, 'none', { stroke: '#fff', 'stroke-width': 4, opacity: 0.85 }),
    ...[-60, -30, 0, 30, 60].map((angle) =>
      rect(156, 56, 8, 34, warm.soft, { rx: 4, transform: `rotate(${angle} 160 164)` }),
    ),
    shape('M92 138 H228 L216 116 H104Z', '#fff'),
    shape('M112 146 H208 L194 236 H126Z', '#fff'),
    circle(160, 186, 17, blue.mid),
    rect(104, 240, 112, 12, '#fff', { rx: 4 }),
  ],
  river: () => [
    shape(shield, '#16508f'),
    shape('M160 40 Q214 68 270 69 Q274 204 160 280 Q46 204 50 69 Q106 68 160 40Z', 'none', {
      stroke: '#fff',
      'stroke-width': 4,
      opacity: 0.85,
    }),
    shape('M160 124 Q120 98 82 106 V172 Q120 164 160 190 Q200 164 238 172 V106 Q200 98 160 124Z', '#fff'),
    stroke('M160 126 V188', '#16508f', 5),
    stroke('M86 206 Q110 192 134 206 T182 206 T232 206', warm.soft, 8),
    stroke('M108 232 Q128 220 148 232 T188 232 T212 232', '#fff', 7),
  ],
  cloud: () => [
    shape(hexagon, '#1f6aa8'),
    shape('M160 40 L264 99 V221 L160 280 L56 221 V99Z', 'none', { stroke: '#fff', 'stroke-width': 4, opacity: 0.85 }),
    ...[0, 45, 90, 135, 180, 225, 270, 315].map((angle) =>
      rect(148, 70, 24, 30, '#fff', { rx: 4, transform: `rotate(${angle} 160 150)` }),
    ),
    circle(160, 150, 62, '#fff'),
    circle(160, 150, 40, '#1f6aa8'),
    shape(
      'M124 166 Q122 146 142 144 Q150 122 172 134 Q196 132 196 154 Q204 166 190 172 H134 Q126 172 124 166Z',
      warm.soft,
    ),
    stroke('M92 234 Q114 222 136 234 T182 234 T228 234', '#fff', 7),
  ],
  lamp: () => [
    circle(160, 160, 142, '#2f6f63'),
    circle(160, 160, 124, 'none', { stroke: '#fff', 'stroke-width': 4, opacity: 0.8 }),
    shape('M160 70 Q196 112 178 142 Q170 156 160 156 Q150 156 142 142 Q124 112 160 70Z', warm.soft),
    shape('M160 108 Q174 130 160 148 Q146 130 160 108Z', '#fff'),
    shape('M118 168 H202 Q198 196 160 198 Q122 196 118 168Z', '#fff'),
    rect(150, 196, 20, 20, '#fff'),
    shape('M160 236 Q118 216 84 224 V244 Q120 238 160 258 Q200 238 236 244 V224 Q202 216 160 236Z', '#fff'),
  ],
  pavilion: () => [
    rect(24, 24, 272, 272, '#8a4f2c', { rx: 56 }),
    shape('M160 66 L250 120 Q262 130 276 130 Q262 146 238 140 H82 Q58 146 44 130 Q58 130 70 120Z', '#fff'),
    rect(92, 148, 16, 92, '#fff'),
    rect(212, 148, 16, 92, '#fff'),
    rect(124, 158, 72, 82, warm.pale, { rx: 4 }),
    stroke('M138 180 H182 M138 198 H182 M138 216 H166', '#8a4f2c', 6),
    rect(72, 244, 176, 14, '#fff', { rx: 4 }),
  ],
  network: () => [
    circle(160, 160, 142, '#253f7a'),
    shape('M54 214 L118 128 L152 172 L196 106 L266 214 Q220 286 160 286 Q100 286 54 214Z', '#4d7fd0', { opacity: 0.6 }),
    stroke(
      'M86 196 L118 128 L196 106 L240 182 M118 128 L160 206 L196 106 M160 206 L240 182 M160 206 L86 196',
      '#fff',
      5,
    ),
    ...(
      [
        [118, 128, 15, '#fff'],
        [196, 106, 18, warm.soft],
        [240, 182, 14, '#fff'],
        [86, 196, 12, '#fff'],
        [160, 206, 16, '#fff'],
      ] as const
    ).map(([x, y, r, color]) => circle(x, y, r, color)),
  ],
  torch: () => [
    shape(shield, '#a3502a'),
    shape('M160 58 Q214 116 194 164 Q184 186 160 188 Q136 186 126 164 Q106 116 160 58Z', warm.soft),
    shape('M160 106 Q184 142 172 164 Q166 174 160 174 Q154 174 148 164 Q136 142 160 106Z', '#fff'),
    shape('M116 196 H204 L196 214 H124Z', '#fff'),
    shape('M132 220 H188 L172 268 H148Z', '#fff'),
  ],
  cube: () => [
    shape(hexagon, '#1b6d84'),
    shape('M160 76 L234 118 L160 160 L86 118Z', '#fff'),
    shape('M86 130 L154 169 V250 L86 211Z', '#bfe3ec'),
    shape('M234 130 L166 169 V250 L234 211Z', '#7cc3d3'),
    circle(160, 118, 13, warm.clear),
    stroke('M104 164 L136 182 M104 188 L136 206', '#1b6d84', 6),
    stroke('M216 164 L184 182', '#1b6d84', 6),
  ],
  weekly: () => [
    rect(24, 24, 272, 272, '#2b3d5f', { rx: 28 }),
    rect(66, 72, 188, 34, '#fff', { rx: 4 }),
    rect(66, 124, 84, 84, warm.clear, { rx: 4 }),
    shape('M84 158 H132 L127 150 H89Z M92 162 H124 L119 194 H97Z', '#fff'),
    times(4, (row) => rect(168, 126 + row * 22, row === 3 ? 60 : 86, 10, '#fff', { rx: 4, opacity: 0.85 })),
    rect(66, 226, 188, 8, '#fff', { rx: 4, opacity: 0.6 }),
    rect(66, 246, 132, 8, '#fff', { rx: 4, opacity: 0.6 }),
  ],
  lens: () => [
    circle(160, 160, 142, '#3b4f9c'),
    ellipse(160, 160, 112, 70, '#fff'),
    circle(160, 160, 54, '#3b4f9c'),
    circle(160, 160, 30, warm.soft),
    circle(176, 144, 12, '#fff'),
    circle(160, 160, 124, 'none', { stroke: '#fff', 'stroke-width': 4, opacity: 0.7 }),
  ],
} satisfies Record<string, () => string[]>

export type Emblem = keyof typeof emblems

/** 320 by 320. */
export const drawEmblem = (emblem: Emblem): string => drawing(320, 320, ...emblems[emblem]())
