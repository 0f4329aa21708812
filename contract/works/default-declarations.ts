import type { LocalizedText } from '../localized.ts'

/** Declarations that nearly every activity asks for. Organisers may take them over and change their words. */
export const usualDeclarations: readonly { id: string; text: LocalizedText }[] = [
  {
    id: 'originality',
    text: {
      'zh-CN':
        '我们确认：作品由本团队原创，未曾抄袭；引用他人的文字、图片、音乐、视频等内容均已注明出处，并在需要时取得授权。如有不实，由本团队承担相应责任。',
      'zh-TW':
        '我們確認：作品由本團隊原創，未曾抄襲；引用他人的文字、圖片、音樂、影片等內容均已註明出處，並在需要時取得授權。如有不實，由本團隊承擔相應責任。',
      'en-US':
        'We confirm that this work is our own. Text, pictures, music and video by others are credited and, where necessary, used with permission. We are responsible if this is not the case.',
      'pt-BR':
        'Confirmamos que este trabalho é de nossa autoria. Textos, imagens, músicas e vídeos de terceiros estão creditados e, quando necessário, são usados com autorização. Respondemos pela veracidade desta declaração.',
      'id-ID':
        'Kami menyatakan bahwa karya ini adalah buatan kami sendiri. Teks, gambar, musik, dan video milik orang lain telah disebutkan sumbernya dan, bila perlu, digunakan dengan izin. Kami bertanggung jawab apabila pernyataan ini tidak benar.',
    },
  },
  {
    id: 'consent',
    text: {
      'zh-CN':
        '我们确认：作品中出现的学生及其他人员均已同意拍摄并用于本次大赛；未成年人的出镜已取得其监护人的书面同意，同意书由我校留存备查。',
      'zh-TW':
        '我們確認：作品中出現的學生及其他人員均已同意拍攝並用於本次大賽；未成年人的出鏡已取得其監護人的書面同意，同意書由本校留存備查。',
      'en-US':
        'We confirm that all students and other people who appear in this work have agreed to be recorded and shown in this competition. For minors, our school keeps the written consent of a parent or guardian.',
      'pt-BR':
        'Confirmamos que todos os estudantes e demais pessoas que aparecem neste trabalho concordaram em ser gravados e exibidos nesta competição. No caso de menores, a escola guarda a autorização por escrito dos pais ou responsáveis.',
      'id-ID':
        'Kami menyatakan bahwa semua siswa dan orang lain yang tampil dalam karya ini telah setuju untuk direkam dan ditampilkan dalam kompetisi ini. Untuk anak di bawah umur, sekolah kami menyimpan persetujuan tertulis dari orang tua atau wali.',
    },
  },
  {
    id: 'licence',
    text: {
      'zh-CN':
        '我们同意：主办单位可出于评审、展示、宣传和公益性教学研究的目的，免费复制、展示和通过网络传播本作品，并署名作者。著作权仍归作者所有。',
      'zh-TW':
        '我們同意：主辦單位可基於評審、展示、宣傳和公益性教學研究之目的，免費複製、展示和透過網路傳播本作品，並標示作者姓名。著作權仍歸作者所有。',
      'en-US':
        'We allow the organizers to copy, show and publish this work online free of charge for judging, exhibition, publicity and non-profit teaching and research, naming its authors. The copyright remains with the authors.',
      'pt-BR':
        'Autorizamos a organização a copiar, exibir e publicar este trabalho na internet, gratuitamente, para avaliação, exposição, divulgação e fins de ensino e pesquisa sem fins lucrativos, com crédito aos autores. Os direitos autorais permanecem com os autores.',
      'id-ID':
        'Kami mengizinkan penyelenggara untuk menyalin, menampilkan, dan memublikasikan karya ini secara daring tanpa biaya untuk penilaian, pameran, publikasi, serta pengajaran dan penelitian nirlaba, dengan mencantumkan nama penciptanya. Hak cipta tetap milik pencipta.',
    },
  },
]
