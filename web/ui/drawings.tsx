// Drawn for this site: lecture hall, screen, lectern and chalk. Decoration only, hidden from screen readers.

/** Rows of seats seen from above, as arcs around a lectern. */
export const HallRows = () => (
  <svg viewBox="0 0 1200 480" preserveAspectRatio="xMidYMax slice" fill="none" stroke="currentColor" strokeWidth="14" strokeLinecap="round" aria-hidden="true">
    {[150, 230, 310, 390, 470, 550, 630].map((radius, row) => (
      <circle key={radius} cx="600" cy="560" r={radius} strokeDasharray={`${34 + row * 3} ${20 + row}`} />
    ))}
  </svg>
)

/** A lecture hall: screen with a rising line, a lectern, rows of seats. */
export const LectureHall = () => (
  <svg viewBox="0 0 560 420" fill="none" aria-hidden="true">
    <rect x="70" y="28" width="420" height="216" rx="12" fill="#0d2f6b" stroke="#4f86d9" strokeWidth="2" />
    <path d="M104 62h120M104 84h84" stroke="#7fb0f5" strokeWidth="7" strokeLinecap="round" opacity=".75" />
    <path d="M104 208 168 176l58 14 66-54 56 22 100-74" stroke="#5aa5ff" strokeWidth="5" strokeLinecap="round" strokeLinejoin="round" />
    <g fill="#fff">
      <circle cx="168" cy="176" r="6" />
      <circle cx="226" cy="190" r="6" />
      <circle cx="292" cy="136" r="6" />
      <circle cx="348" cy="158" r="6" />
    </g>
    <circle cx="448" cy="84" r="9" fill="#ffb86b" />
    <path d="M330 52h124v0" stroke="#4f86d9" strokeWidth="3" strokeLinecap="round" />
    <path d="M246 258h68l-8 44h-52z" fill="#fff" />
    <path d="M266 302h28v30h-28z" fill="#c3d5f3" />
    <path d="M250 332h60v9h-60z" fill="#fff" />
    <path d="M258 270h44M261 283h38" stroke="#1677ff" strokeWidth="4" strokeLinecap="round" />
    <g stroke="#9cc0f5" strokeWidth="15" strokeLinecap="round">
      <path d="M60 372c60-26 130-38 220-38s160 12 220 38" strokeDasharray="30 25" opacity=".85" />
      <path d="M20 410c72-30 160-44 260-44s188 14 260 44" strokeDasharray="34 27" opacity=".5" />
    </g>
  </svg>
)

/** An empty blackboard with a trace of chalk. */
export const BlankBoard = () => (
  <svg viewBox="0 0 280 180" fill="none" aria-hidden="true">
    <rect x="20" y="12" width="240" height="136" rx="8" fill="var(--deep)" />
    <rect x="20" y="12" width="240" height="136" rx="8" stroke="var(--line-strong)" strokeWidth="4" />
    <path d="M70 92c18-34 40-34 54-8s34 26 48-4 30-30 42-16" stroke="#fff" strokeWidth="4" strokeLinecap="round" strokeDasharray="1 9" opacity=".9" />
    <path d="M14 158h252" stroke="var(--line-strong)" strokeWidth="8" strokeLinecap="round" />
    <path d="M196 150h26" stroke="#ffb86b" strokeWidth="7" strokeLinecap="round" />
  </svg>
)

const scenes = {
  announcement: (
    <>
      <path d="M120 74 62 96v40l58 22z" fill="#fff" />
      <path d="M50 98h14v36H50a10 10 0 0 1-10-10v-16a10 10 0 0 1 10-10Z" fill="#8ec1ff" />
      <path d="m68 138 10 32h14l-8-28z" fill="#8ec1ff" />
      <path d="M136 92c8 6 12 14 12 24s-4 18-12 24M152 78c13 9 20 22 20 38s-7 29-20 38" stroke="#ffb86b" strokeWidth="6" strokeLinecap="round" />
    </>
  ),
  update: (
    <>
      <rect x="34" y="56" width="150" height="108" rx="8" fill="#fff" />
      <path d="M50 80h62M50 98h118M50 114h118M50 130h84" stroke="#9cb9e6" strokeWidth="6" strokeLinecap="round" />
      <path d="M128 72h40v16h-40z" fill="#1677ff" />
      <circle cx="176" cy="156" r="20" fill="#ffb86b" />
      <path d="M176 146v11l7 5" stroke="#0a2453" strokeWidth="4" strokeLinecap="round" />
    </>
  ),
  guide: (
    <>
      <path d="M110 72c-20-14-46-16-74-12v92c28-4 54-2 74 12 20-14 46-16 74-12V60c-28-4-54-2-74 12Z" fill="#fff" />
      <path d="M110 72v92" stroke="#8ec1ff" strokeWidth="4" />
      <path d="M52 84c16-1 28 1 42 7M52 104c16-1 28 1 42 7M126 91c14-6 26-8 42-7M126 111c14-6 26-8 42-7" stroke="#9cb9e6" strokeWidth="5" strokeLinecap="round" />
      <path d="M150 44h22v44l-11-9-11 9z" fill="#ffb86b" />
    </>
  ),
  story: (
    <>
      <rect x="28" y="46" width="164" height="102" rx="8" fill="#fff" />
      <path d="M28 148h164" stroke="#8ec1ff" strokeWidth="8" />
      <circle cx="110" cy="84" r="17" fill="#1677ff" />
      <path d="M76 144c2-24 16-36 34-36s32 12 34 36z" fill="#1677ff" />
      <path d="M52 70h22M52 86h14M146 70h26M156 86h16" stroke="#9cb9e6" strokeWidth="5" strokeLinecap="round" />
      <circle cx="168" cy="166" r="9" fill="#ffb86b" />
      <circle cx="142" cy="170" r="7" fill="#ffb86b" opacity=".7" />
    </>
  ),
}

/** A picture for each kind of news. */
export const NewsScene = ({ of }: { of: keyof typeof scenes }) => (
  <svg viewBox="0 0 220 220" fill="none" aria-hidden="true">
    {scenes[of]}
  </svg>
)
