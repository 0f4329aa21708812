// Drawn for this site: lecture hall, screen, lectern and chalk. Decoration only, hidden from screen readers.

/** Rows of seats seen from above, as arcs around a lectern. */
export const HallRows = () => (
  <svg
    viewBox="0 0 1200 480"
    preserveAspectRatio="xMidYMax slice"
    fill="none"
    stroke="currentColor"
    strokeWidth="7"
    strokeLinecap="round"
    aria-hidden="true"
  >
    {[150, 215, 280, 345, 410, 475, 540, 605, 670].map((radius, row) => (
      <circle key={radius} cx="600" cy="540" r={radius} strokeDasharray={`${18 + row * 2} ${16 + row}`} />
    ))}
  </svg>
)

/** A lecture hall seen from its last row: the screen, the lectern, and the heads of the audience. */
export const LectureHall = () => (
  <svg viewBox="0 0 560 420" fill="none" aria-hidden="true">
    <path d="M280 20v20M150 40h260" stroke="#4f86d9" strokeWidth="4" strokeLinecap="round" />
    <rect x="84" y="40" width="392" height="214" rx="10" fill="#0b2c66" stroke="#4f86d9" strokeWidth="3" />
    <path d="M116 76h104M116 98h70" stroke="#8ab8fa" strokeWidth="8" strokeLinecap="round" opacity=".8" />
    <g fill="#2e6fd0">
      <rect x="120" y="176" width="30" height="46" rx="4" />
      <rect x="166" y="154" width="30" height="68" rx="4" />
      <rect x="212" y="164" width="30" height="58" rx="4" />
      <rect x="258" y="128" width="30" height="94" rx="4" />
    </g>
    <circle cx="388" cy="142" r="54" stroke="#2e6fd0" strokeWidth="10" />
    <path d="M388 88a54 54 0 0 1 46.800 81" stroke="#fff" strokeWidth="10" strokeLinecap="round" />
    <circle cx="388" cy="142" r="16" fill="#ffb86b" />
    <path d="M236 272h88l-12 34h-64z" fill="#fff" />
    <path d="M252 282h56" stroke="#1677ff" strokeWidth="5" strokeLinecap="round" />
    <path d="M264 306h32l4 40h-40z" fill="#c9dcf8" />
    <g fill="#7faef0">
      {[80, 160, 400, 480].map((x) => (
        <g key={x} opacity=".75">
          <circle cx={x} cy="336" r="13" />
          <path d={`M${x - 24} 376c0-16 10-24 24-24s24 8 24 24z`} />
        </g>
      ))}
      {[40, 120, 200, 280, 360, 440, 520].map((x) => (
        <g key={x}>
          <circle cx={x} cy="376" r="15" />
          <path d={`M${x - 28} 424c0-20 12-29 28-29s28 9 28 29z`} />
        </g>
      ))}
    </g>
  </svg>
)

/** An empty blackboard with a trace of chalk. */
export const BlankBoard = () => (
  <svg viewBox="0 0 280 180" fill="none" aria-hidden="true">
    <rect
      x="20"
      y="12"
      width="240"
      height="140"
      rx="6"
      fill="var(--deep)"
      stroke="var(--line-strong)"
      strokeWidth="6"
    />
    <path
      d="M72 92c18-36 40-36 54-8s32 28 46-4 28-30 38-18"
      stroke="#fff"
      strokeWidth="4"
      strokeLinecap="round"
      strokeDasharray="1 9"
      opacity=".9"
    />
    <path d="M34 158h212" stroke="var(--line-strong)" strokeWidth="8" strokeLinecap="round" />
    <path d="M196 151h26" stroke="#ffb86b" strokeWidth="6" strokeLinecap="round" />
    <path d="M84 162l-10 16M196 162l10 16" stroke="var(--line-strong)" strokeWidth="6" strokeLinecap="round" />
  </svg>
)
