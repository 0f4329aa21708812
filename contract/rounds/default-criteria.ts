import { levelsFor } from './default-levels.ts'
import type { RoundRules } from './round-rules.ts'

type Criterion = RoundRules['criteria'][number]

const step = 100

const criteria: readonly Omit<Criterion, 'levels'>[] = [
  {
    id: 'design',
    label: {
      'zh-CN': '教学设计',
      'zh-TW': '教學設計',
      'en-US': 'Lesson design',
      'pt-BR': 'Planejamento da aula',
      'id-ID': 'Rancangan pembelajaran',
    },
    help: {
      'zh-CN': '目标明确，学情分析到位，环节安排合理。',
      'zh-TW': '目標明確，學情分析到位，環節安排合理。',
      'en-US': 'Clear goals, a good understanding of the learners, and well-ordered steps.',
      'pt-BR': 'Objetivos claros, boa compreensão dos alunos e etapas bem organizadas.',
      'id-ID': 'Tujuan jelas, memahami kondisi siswa, dan langkah-langkahnya tersusun baik.',
    },
    max: 3_000,
  },
  {
    id: 'technology',
    label: {
      'zh-CN': '数字技术应用',
      'zh-TW': '數位技術應用',
      'en-US': 'Use of digital technology',
      'pt-BR': 'Uso da tecnologia digital',
      'id-ID': 'Pemanfaatan teknologi digital',
    },
    help: {
      'zh-CN': '技术选用恰当，切实解决教学中的问题。',
      'zh-TW': '技術選用恰當，切實解決教學中的問題。',
      'en-US': 'Technology is well chosen and solves a real problem of teaching.',
      'pt-BR': 'A tecnologia é bem escolhida e resolve um problema real de ensino.',
      'id-ID': 'Teknologi dipilih dengan tepat dan memecahkan masalah nyata dalam pembelajaran.',
    },
    max: 3_000,
  },
  {
    id: 'effect',
    label: {
      'zh-CN': '教学效果',
      'zh-TW': '教學效果',
      'en-US': 'Learning outcomes',
      'pt-BR': 'Resultados da aprendizagem',
      'id-ID': 'Hasil belajar',
    },
    help: {
      'zh-CN': '学生参与充分，目标达成，有过程或数据佐证。',
      'zh-TW': '學生參與充分，目標達成，有過程或資料佐證。',
      'en-US': 'Learners take an active part and reach the goals; the work shows evidence.',
      'pt-BR': 'Os alunos participam e atingem os objetivos; o trabalho traz evidências.',
      'id-ID': 'Siswa terlibat aktif dan mencapai tujuan; karya menunjukkan buktinya.',
    },
    max: 2_000,
  },
  {
    id: 'innovation',
    label: {
      'zh-CN': '创新与推广价值',
      'zh-TW': '創新與推廣價值',
      'en-US': 'Innovation and transfer',
      'pt-BR': 'Inovação e replicação',
      'id-ID': 'Inovasi dan daya sebar',
    },
    help: {
      'zh-CN': '思路新颖，做法便于其他教师借鉴。',
      'zh-TW': '思路新穎，做法便於其他教師借鑑。',
      'en-US': 'A fresh idea that other teachers can take up.',
      'pt-BR': 'Uma ideia nova que outros professores podem adotar.',
      'id-ID': 'Gagasan segar yang dapat diterapkan guru lain.',
    },
    max: 2_000,
  },
]

/** What most rounds judge, to begin with: four criteria with levels, together 100 points. Organisers change them as they like. */
export const usualCriteria: readonly Criterion[] = criteria.map((criterion) => ({
  ...criterion,
  levels: levelsFor(criterion.max, step),
}))
