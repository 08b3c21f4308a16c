use crate::catalog::GameName;

pub(super) const ALL: &[(GameName, &[&str])] = &[(GameName::Chess, &[])];
