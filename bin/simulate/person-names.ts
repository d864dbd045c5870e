const FAMILY = [
  'Nguyễn',
  'Trần',
  'Lê',
  'Phạm',
  'Hoàng',
  'Huỳnh',
  'Phan',
  'Vũ',
  'Võ',
  'Đặng',
  'Bùi',
  'Đỗ',
  'Hồ',
  'Ngô',
];
const MIDDLE = ['Thị', 'Văn', 'Minh', 'Ngọc', 'Thanh', 'Quốc', 'Hữu', 'Thu', 'Gia', 'Khánh', 'Đức', 'Bảo'];
const GIVEN = [
  'An',
  'Anh',
  'Bình',
  'Châu',
  'Chi',
  'Dũng',
  'Giang',
  'Hà',
  'Hạnh',
  'Hiếu',
  'Hoa',
  'Huy',
  'Khoa',
  'Lan',
  'Linh',
  'Long',
  'Mai',
  'Nam',
  'Nga',
  'Nhi',
  'Phúc',
  'Phương',
  'Quân',
  'Quỳnh',
  'Sơn',
  'Tâm',
  'Thảo',
  'Trang',
  'Tuấn',
  'Yến',
];

const pick = (names: string[]): string => names[Math.floor(Math.random() * names.length)]!;

/** A Vietnamese name, family name first. */
export const personName = (): string => `${pick(FAMILY)} ${pick(MIDDLE)} ${pick(GIVEN)}`;
