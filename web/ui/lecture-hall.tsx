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
