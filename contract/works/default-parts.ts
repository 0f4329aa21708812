import type { LocalizedText } from '../localized.ts'
import type { PartLimits } from './work-values.ts'

interface UsualPart {
  id: string
  kind: 'video' | 'document' | 'slides'
  label: LocalizedText
  help: LocalizedText
  maxMegabytes: number
  limits: PartLimits
}

/** What most activities ask for, to begin with: a recorded lesson, its plan and its slides. */
export const usualParts: readonly UsualPart[] = [
  {
    id: 'video',
    kind: 'video',
    label: {
      'zh-CN': '教学视频',
      'zh-TW': '教學影片',
      'en-US': 'Lesson video',
      'pt-BR': 'Vídeo da aula',
      'id-ID': 'Video pembelajaran',
    },
    help: {
      'zh-CN': '完整呈现教学过程，画面稳定、声音清晰。',
      'zh-TW': '完整呈現教學過程，畫面穩定、聲音清晰。',
      'en-US': 'Shows the whole lesson, with a steady picture and clear sound.',
      'pt-BR': 'Mostra a aula inteira, com imagem estável e som nítido.',
      'id-ID': 'Menampilkan seluruh proses pembelajaran, dengan gambar stabil dan suara jernih.',
    },
    maxMegabytes: 1_000,
    // Every browser of an expert plays H.264.
    limits: { minSeconds: 480, maxSeconds: 900, minLongSide: 1_280, minShortSide: 720, codecs: ['avc'] },
  },
  {
    id: 'plan',
    kind: 'document',
    label: {
      'zh-CN': '教案',
      'zh-TW': '教案',
      'en-US': 'Lesson plan',
      'pt-BR': 'Plano de aula',
      'id-ID': 'Rencana pembelajaran',
    },
    help: {
      'zh-CN': '请导出为 PDF 后上传。',
      'zh-TW': '請匯出為 PDF 後上傳。',
      'en-US': 'Please export it as a PDF before uploading.',
      'pt-BR': 'Exporte o arquivo em PDF antes de enviar.',
      'id-ID': 'Ekspor ke PDF sebelum diunggah.',
    },
    maxMegabytes: 50,
    limits: { maxPages: 30 },
  },
  {
    id: 'slides',
    kind: 'slides',
    label: {
      'zh-CN': '课件',
      'zh-TW': '課件',
      'en-US': 'Slides',
      'pt-BR': 'Slides',
      'id-ID': 'Salindia',
    },
    help: {},
    maxMegabytes: 200,
    limits: {},
  },
]
