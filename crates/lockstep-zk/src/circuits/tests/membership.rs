//! Membership of a set.

use super::*;

#[test]
fn membership_accepts_exactly_the_set() {
    let circuit = circuit(Kind::Membership { depth: 3 });
    let hasher = Hasher::<Fr>::new();
    let set = [5, -9, 0, 77, 5, i64::MIN, i64::MAX];
    let tree = MerkleTree::of_set(&hasher, &set, 1, 3).unwrap();
    let prove = |value| {
        MembershipInputs::in_tree(&tree, value, 1, Fr::from(4u64), Fr::ONE).map(|m| m.inputs())
    };
    for value in set {
        let witness = circuit.witness(&prove(value).unwrap()).unwrap();
        let public = witness.public(4);
        assert_eq!(
            public[0],
            hasher.commitment(1, biased(value), Fr::from(4u64))
        );
        assert_eq!(public[1], tree.root());
        circuit.check_public(&public).unwrap();
    }
    for value in [1, 6, -10, i64::MAX - 1] {
        assert!(matches!(prove(value), Err(Error::FalseStatement(_))));
    }
    assert!(MerkleTree::of_set(&hasher, &[], 1, 3).is_err());
    assert!(MerkleTree::of_set(&hasher, &[1, 2, 3], 1, 1).is_err());
    let mut wrong = prove(5).unwrap();
    wrong.get_mut("root").unwrap()[0] += Fr::ONE;
    assert!(matches!(
        circuit.witness(&wrong),
        Err(Error::FalseStatement(_))
    ));
    // The same integer at another scale is another element: 5.0 is not 0.5.
    let mut wrong = prove(5).unwrap();
    wrong.insert("scale".to_owned(), vec![Fr::ZERO]);
    assert!(circuit.witness(&wrong).is_err());
}

#[test]
fn membership_rejects_dishonest_witnesses() {
    let circuit = circuit(Kind::Membership { depth: 2 });
    let hasher = Hasher::<Fr>::new();
    let tree = MerkleTree::of_set(&hasher, &[1, 2, 3], 0, 2).unwrap();
    let request = MembershipInputs::in_tree(&tree, 2, 0, Fr::ONE, Fr::ONE).unwrap();
    let inputs = request.inputs();
    let cheat = |forced: &[(u32, Fr)]| cheat(&circuit, &inputs, forced);
    let value = wire(&circuit, "value", 0);
    assert_eq!(
        cheat(&[(value, Fr::from(biased(9)))]),
        "path ends at the root"
    );
    // With direction one half, both nodes are the average of the two.
    let direction = wire(&circuit, "directions", 0);
    let half = Fr::from(2u64).inverse().unwrap();
    assert_eq!(cheat(&[(direction, half)]), "directions are boolean");
    assert_eq!(cheat(&[(direction, Fr::ZERO)]), "path ends at the root");
    let sibling = wire(&circuit, "siblings", 1);
    assert_eq!(cheat(&[(sibling, Fr::ONE)]), "path ends at the root");
    for group in [
        "element is hashed",
        "order of the two nodes",
        "path is hashed",
    ] {
        for wire in product_wires(&circuit, group).into_iter().step_by(7) {
            assert_eq!(cheat(&[(wire, Fr::from(3u64))]), group);
        }
    }
}

#[test]
fn set_accepts_exactly_its_values() {
    let circuit = circuit(Kind::Set { size: 4 });
    let request = |value| SetInputs {
        value,
        set: vec![10, -20, 30, 30],
        scale: 0,
        blinding: Fr::ONE,
        statement: Fr::ONE,
    };
    for value in [10, -20, 30] {
        let witness = circuit.witness(&request(value).inputs().unwrap()).unwrap();
        circuit.check_public(&witness.public(7)).unwrap();
    }
    assert!(matches!(
        request(11).inputs(),
        Err(Error::FalseStatement(_))
    ));
    let inputs = request(10).inputs().unwrap();
    let value = wire(&circuit, "value", 0);
    let outside = Fr::from(biased(11));
    assert_eq!(
        cheat(&circuit, &inputs, &[(value, outside)]),
        "a difference is zero"
    );
    // A product forced to zero violates its own row.
    let product = product_wires(&circuit, "a difference is zero")[0];
    let forced = [(value, outside), (product, Fr::ZERO)];
    assert_eq!(cheat(&circuit, &inputs, &forced), "a difference is zero");
}
