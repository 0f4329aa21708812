import { Icon } from '../../ui/icons.tsx'

/** One icon per page of the menu; `page` is the fallback. */
const drawings = {
  page: 'M7 3h7l5 5v13H7zM14 3v5h5',
  home: 'm4 11 8-7 8 7M6 9.5V20h12V9.5M10 20v-5h4v5',
  activities: 'M8 4h8v6a4 4 0 0 1-8 0zM8 6H4.5c0 3 1.4 4.5 3.7 4.8M16 6h3.5c0 3-1.4 4.5-3.7 4.8M12 14v5M8.5 20h7',
  news: 'M4 5h13v14H6a2 2 0 0 1-2-2zM17 9h3v8a2 2 0 0 1-2 2h-1M7.5 9h6M7.5 12.5h6M7.5 16h4',
  guide: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM15.5 8.5l-2 5-5 2 2-5z',
  rules: 'M12 4v16M8 20h8M5 7h14M5 7l-2.5 6h5zM19 7l-2.5 6h5z',
  training: 'M3 5h18M5 5v10h14V5M12 15v3M8 21l4-3 4 3M9 11l2-2 2 1.5L15.5 8',
  materials: 'M4 6h6l2 2h8v11H4z',
  documents: 'M8 3h8l4 4v11H8zM16 3v4h4M4 7v14h12M11 11h6M11 14h6',
  course: 'M12 6c-2-1.5-5-2-8-1.5V18c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V4.5C17 4 14 4.5 12 6zM12 6v13.5',
  programme: 'M4 6h16v14H4zM4 10.5h16M8 3v4M16 3v4M8 15l2 2 4-4',
  download: 'M12 4v11M7.5 11 12 15.5 16.5 11M4.5 20h15',
  video: 'M3.5 6h12v12h-12zM15.5 10.5l5-3v9l-5-3',
  photo: 'M4 6h4l1.5-2h5L16 6h4v13H4zM12 9.2a3.3 3.3 0 1 0 0 6.6 3.3 3.3 0 0 0 0-6.6z',
  journal: 'M6 3h12v18H6zM6 17.5h12M9.5 7h5M9.5 10h5',
  science: 'M10 3h4M11 3v6l-5.5 9.5A1.7 1.7 0 0 0 7 21h10a1.7 1.7 0 0 0 1.5-2.5L13 9V3M8 15h8',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18',
  others: 'M5 5h5v5H5zM14 5h5v5h-5zM5 14h5v5H5zM14 14h5v5h-5z',
  about: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5M12 7.8v.1',
  expert: 'M12 5 2.5 9.5 12 14l9.5-4.5zM6.5 11.5V16c1.5 1.6 3.3 2.3 5.5 2.3s4-.7 5.5-2.3v-4.5M21.5 9.5V15',
  contact: 'M4 5h16v11h-8l-4.5 4v-4H4zM8 9h8M8 12h5',
  office: 'M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z',
}

export type MenuIconName = keyof typeof drawings

export const MenuItemIcon = ({ name }: { name: MenuIconName }) => (
  <Icon>
    <path d={drawings[name]} />
  </Icon>
)
