/** The paths of the experts' desk. */
export const deskPath = (round?: string): string => (round === undefined ? '/Review' : `/Review?round=${round}`)
export const panelPath = (round: string): string => `/Review?round=${round}&tab=panel`
export const reviewPath = (code: string): string => `/Review/${code}`
export const reviewCoverAddress = (code: string): string => `/api/review/works/${code}/cover`
export const pledgePath = (round: string): string => `/Review/Pledge?round=${round}`
export const practicePath = (round: string): string => `/Review/Practice?round=${round}`
export const printPath = (round: string): string => `/Review/Print?round=${round}`
export const roundCalendarAddress = (round: string): string => `/api/review/rounds/${round}/calendar.ics`
export const downloadAddress = (round: string): string => `/api/review/rounds/${round}/works.zip`
