import { useId } from 'react'

interface SheetFieldProps {
  label: string
  busy: boolean
  onChoose: (file: File | undefined) => void
}

/** Chooses a sheet to import. */
export const SheetField = ({ label, busy, onChoose }: SheetFieldProps) => {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} style={{ display: 'block', marginBottom: 4 }}>
        {label}
      </label>
      <input
        id={id}
        type="file"
        accept=".xlsx,.csv"
        disabled={busy}
        style={{ maxWidth: '100%' }}
        onChange={({ target }) => onChoose(target.files?.[0])}
        // Allow selecting the same file again after correcting it.
        onClick={({ currentTarget }) => (currentTarget.value = '')}
      />
    </div>
  )
}
