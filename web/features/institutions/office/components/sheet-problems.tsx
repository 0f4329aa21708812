import { Table, Typography } from 'antd'
import { useInstitutionWords } from '../institution-words.ts'

interface SheetProblem {
  row: number
  column: string
  value: string
  message: string
}

/** What is wrong in a sheet, by row. */
export const SheetProblems = ({ problems }: { problems: readonly SheetProblem[] }) => {
  const { t } = useInstitutionWords()
  return (
    <Table<SheetProblem>
      size="small"
      rowKey={({ row, column, message }) => `${row} ${column} ${message}`}
      dataSource={problems}
      pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
      columns={[
        { title: t('import.row'), dataIndex: 'row', align: 'end' },
        {
          // Stacked, so that the problem is visible on a phone.
          title: t('import.cell'),
          dataIndex: 'column',
          render: (column: string, { value }) => (
            <>
              <div>{column}</div>
              <Typography.Text type="secondary" style={{ overflowWrap: 'anywhere' }}>
                {value === '' ? t('import.empty') : <bdi>{value}</bdi>}
              </Typography.Text>
            </>
          ),
        },
        { title: t('import.problem'), dataIndex: 'message' },
      ]}
    />
  )
}
