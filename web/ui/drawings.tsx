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
    {Array.from({ length: 9 }, (_, row) => (
      <circle key={row} cx="600" cy="540" r={150 + row * 65} strokeDasharray={`${18 + row * 2} ${16 + row}`} />
    ))}
  </svg>
)

/** An empty blackboard with a trace of chalk. */
export const BlankBoard = () => (
  <svg
    viewBox="0 0 280 180"
    fill="none"
    stroke="var(--line-strong)"
    strokeWidth="6"
    strokeLinecap="round"
    aria-hidden="true"
  >
    <rect x="20" y="12" width="240" height="140" rx="6" fill="var(--deep)" />
    <path
      d="M72 92c18-36 40-36 54-8s32 28 46-4 28-30 38-18"
      stroke="#fff"
      strokeWidth="4"
      strokeDasharray="1 9"
      opacity=".9"
    />
    <path d="M34 158h212" strokeWidth="8" />
    <path d="M196 151h26" stroke="#ffb86b" />
    <path d="M84 162l-10 16M196 162l10 16" />
  </svg>
)
